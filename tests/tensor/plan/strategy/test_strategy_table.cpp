#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <sstream>

#include "core/base/error.h"
#include "tensor/plan/stage/toy_problems.h"
#include "tensor/plan/strategy/strategy_table.h"

namespace motley::tensor::strategy {
namespace {

TEST(StrategyTable, NamesAndAliasesAreUniqueAndFindTheirRow) {
  std::set<std::string> names;
  for (const Strategy& row : strategies()) {
    EXPECT_TRUE(names.insert(std::string(row.name)).second) << row.name;
    EXPECT_EQ(&strategy(std::string(row.name)), &row);
    for (const std::string_view alias : row.aliases) {
      EXPECT_TRUE(names.insert(std::string(alias)).second) << alias;
      EXPECT_EQ(&strategy(std::string(alias)), &row);
    }
  }
  const std::vector<std::string> offered = strategy_names();
  EXPECT_EQ(std::set(offered.begin(), offered.end()), names);
}

TEST(StrategyTable, EveryRowPlansSomethingInOneWay) {
  for (const Strategy& row : strategies()) {
    EXPECT_TRUE(row.plans_models() || row.pipeline || row.plans_stages_of_models()) << row.name;
    const int ways = (row.choose != nullptr) + (row.choices != nullptr) + (row.plan != nullptr);
    EXPECT_LE(ways + row.searches, 1) << row.name;
    EXPECT_FALSE(row.description.empty()) << row.name;
  }
}

TEST(StrategyTable, DegreesStandBehindTheNameOfARowThatTakesThem) {
  EXPECT_EQ(strategy("megatron-3d-stages:tensor=8,stages=4").name, "megatron-3d-stages");
  EXPECT_THROW(strategy("dp-even:tensor=8"), core::UserError);
}

// Results are found again by the name of their row.
TEST(StrategyTable, PipelinePlannersNameThemselvesAsTheirRowDoes) {
  const stage::ToyLayer layer{.forward = 1, .backward = 2, .activation = 10, .parameters = 10};
  const stage::PlanProblem problem =
      stage::toy_problem({layer, layer, layer, layer}, stage::toy_cluster({2}, 100, 10), 4);
  for (const Strategy& row : strategies()) {
    if (!row.pipeline) continue;
    EXPECT_EQ(row.pipeline(problem, {}, {}).strategy, row.name);
  }
}

TEST(StrategyTable, IsTheListOfTheCatalogue) {
  std::ifstream file(MOTLEY_TEST_DATA "/../../docs/catalog.md");
  std::stringstream text;
  text << file.rdbuf();
  std::string rows;
  for (const Strategy& row : strategies()) {
    std::string aliases;
    for (const std::string_view alias : row.aliases) aliases += fmt::format(", `{}`", alias);
    const char* plans = row.pipeline ? "models, profiles" : "models";
    rows += fmt::format("| `{}`{} | {} | {} | {} |\n", row.name, aliases, row.description, plans,
                        row.needs);
  }
  EXPECT_NE(text.str().find(rows), std::string::npos) << "docs/catalog.md should have these rows:\n"
                                                      << rows;
}

}  // namespace
}  // namespace motley::tensor::strategy
