#include "nbody/ic/spectrum_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/io/files.h"

namespace motley::nbody {
namespace {

using core::UserError;

constexpr int64_t kMaxTableBytes = int64_t{64} << 20;

std::vector<double> numbers_of(const std::string& line, const core::SourcePosition& where) {
  std::istringstream words(line.substr(0, line.find('#')));
  std::vector<double> numbers;
  std::string word;
  while (words >> word) {
    const double value =
        core::decimal_length(word) == word.size() ? core::decimal_value(word) : NAN;
    if (!std::isfinite(value)) {
      throw UserError(where, fmt::format("{} is not a number", core::in_quotes(word)));
    }
    numbers.push_back(value);
  }
  return numbers;
}

// Second derivatives of the natural cubic spline.
std::vector<double> spline_of(const std::vector<double>& x, const std::vector<double>& y) {
  const size_t n = x.size();
  std::vector<double> second(n), u(n);
  for (size_t i = 1; i + 1 < n; ++i) {
    const double share = (x[i] - x[i - 1]) / (x[i + 1] - x[i - 1]);
    const double p = share * second[i - 1] + 2;
    second[i] = (share - 1) / p;
    const double bend =
        (y[i + 1] - y[i]) / (x[i + 1] - x[i]) - (y[i] - y[i - 1]) / (x[i] - x[i - 1]);
    u[i] = (6 * bend / (x[i + 1] - x[i - 1]) - share * u[i - 1]) / p;
  }
  second[n - 1] = 0;
  for (size_t i = n - 1; i-- > 0;) second[i] = second[i] * second[i + 1] + u[i];
  return second;
}

}  // namespace

double SpectrumTable::min_k() const { return std::exp(log_k.front()); }
double SpectrumTable::max_k() const { return std::exp(log_k.back()); }

double SpectrumTable::at(double k, double slope_below) const {
  const double x = std::log(k);
  if (x <= log_k.front()) return std::exp(log_value[0] + slope_below * (x - log_k[0]));
  const double rounding = 1e-12 * (1 + std::abs(log_k.back()));
  MOTLEY_CHECK(x <= log_k.back() + rounding, "the spectrum table ends below k = {}", k);
  const auto i =
      std::min<size_t>(std::ranges::upper_bound(log_k, x) - log_k.begin(), log_k.size() - 1);
  const double h = log_k[i] - log_k[i - 1];
  const double b = std::min((x - log_k[i - 1]) / h, 1.), a = 1 - b;
  return std::exp(a * log_value[i - 1] + b * log_value[i] +
                  ((a * a * a - a) * curvature[i - 1] + (b * b * b - b) * curvature[i]) * h * h /
                      6);
}

SpectrumTable read_spectrum_table(const std::string& file) {
  std::istringstream stream(core::read_text_file(file, kMaxTableBytes));
  SpectrumTable table{.file = file};
  std::string line;
  size_t columns = 0;
  for (int number = 1; std::getline(stream, line); ++number) {
    const core::SourcePosition where{file, number, 1};
    const std::vector<double> row = numbers_of(line, where);
    if (row.empty()) continue;
    if (columns == 0) columns = row.size();
    if (row.size() != columns || (columns != 2 && columns < 7)) {
      throw UserError(where, fmt::format("has {} columns; a spectrum has 2 (k, P), a transfer "
                                         "function of CAMB 7 or more (k, .., all matter)",
                                         row.size()));
    }
    const double value = row[columns == 2 ? 1 : 6];
    if (!(row[0] > 0) || !(value > 0)) {
      throw UserError(where, "k and its value must be above 0");
    }
    if (!table.log_k.empty() && std::log(row[0]) <= table.log_k.back()) {
      throw UserError(where, "k must increase from line to line");
    }
    table.log_k.push_back(std::log(row[0]));
    table.log_value.push_back(std::log(value));
  }
  if (table.log_k.size() < 4) throw UserError({file}, "has fewer than four lines of numbers");
  table.is_transfer = columns != 2;
  table.curvature = spline_of(table.log_k, table.log_value);
  return table;
}

}  // namespace motley::nbody
