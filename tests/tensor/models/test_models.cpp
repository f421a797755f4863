#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/random.h"
#include "tensor/grad/reverse.h"
#include "tensor/import/stablehlo_text.h"
#include "tensor/import/tensor_file.h"
#include "tensor/ir/compare.h"
#include "tensor/ir/precision.h"
#include "tensor/large_models.h"
#include "tensor/models/models.h"
#include "tensor/reference/interpreter.h"

namespace motley::tensor {
namespace {

std::vector<int> parameters_of(const Signature& signature) {
  std::vector<int> positions;
  for (size_t i = 0; i < signature.size(); ++i) {
    if (signature[i].role == Role::kParam) positions.push_back(static_cast<int>(i));
  }
  return positions;
}

std::string test_name(std::string name) {
  for (char& c : name) c = c == '-' ? '_' : c;
  return name;
}

// --- Models that are also there as files -----------------------------------------------------

struct FileModel {
  std::string folder, text;
};

class FileModels : public testing::TestWithParam<FileModel> {};

TEST_P(FileModels, AreReproducedBySettings) {
  const std::string folder = MOTLEY_TEST_DATA "/models/" + GetParam().folder + "/";
  const BuiltModel model = build_model(GetParam().text);
  const Signature want = read_signature(folder + "signature.json");
  ASSERT_EQ(model.signature.size(), want.size());
  std::vector<TensorType> types;
  for (size_t i = 0; i < want.size(); ++i) {
    EXPECT_EQ(model.signature[i].name, want[i].name);
    EXPECT_EQ(model.signature[i].role, want[i].role) << want[i].name;
    EXPECT_EQ(model.signature[i].type, want[i].type) << want[i].name;
    types.push_back(want[i].type);
  }
  check_signature(model.signature, model.loss, "signature");
  EXPECT_EQ(first_fault(model.loss), "");

  const Gradient gradient = differentiate(model.loss, parameters_of(model.signature));
  const auto arguments = read_arguments(folder + "inputs.safetensors", types);
  const auto results = interpret(gradient.program, arguments).results;
  const auto expected = read_results(folder + "expected.safetensors");
  ASSERT_EQ(results.size(), expected.size());
  EXPECT_LT(relative_error(results[0], expected[0].value), 1e-5);
  for (size_t i = 1; i < results.size(); ++i) {
    EXPECT_LT(relative_error(results[i], expected[i].value), 1e-4) << expected[i].name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, FileModels,
    testing::Values(
        FileModel{"mlp", "mlp:inputs=32,hidden=64x48,batch=16"},
        FileModel{"gpt-tiny", "gpt:layers=2,hidden=32,heads=4,seq=16,vocab=64,batch=4"},
        FileModel{"bert-tiny",
                  "bert:norm=pre,segments=1,head=untied,epsilon=1e-5,layers=2,hidden=32,heads=4,"
                  "seq=16,vocab=64,batch=4"},
        FileModel{"bert-moe-tiny",
                  "bert-moe:layers=2,hidden=32,heads=4,seq=8,vocab=64,batch=4,experts=4,"
                  "dispatch=flat,top=1"},
        FileModel{"resnet-tiny",
                  "resnet:stem=plain,block=basic,blocks=1x1,width=8,image=16,classes=10,batch=4"},
        FileModel{"vgg-tiny", "vgg:channels=8x16,convs=2x2,ff=64,image=16,classes=10,batch=4"},
        FileModel{"vit-tiny",
                  "vit:bias=ff,epsilon=1e-5,layers=2,hidden=32,heads=4,patch=4,image=16,"
                  "classes=10,batch=4"}),
    [](const auto& info) { return test_name(info.param.folder); });

class LargeFileModels : public testing::TestWithParam<FileModel> {};

// The ops that do the work; around them JAX writes sums, reshapes and broadcasts as we do not.
TEST_P(LargeFileModels, AreReproducedBySettings) {
  MOTLEY_NEEDS_LARGE_MODELS();
  const std::string folder = large_model(GetParam().folder);
  const BuiltModel model = build_model(GetParam().text);
  const Signature want = read_signature(folder + "signature.json");
  ASSERT_EQ(model.signature.size(), want.size());
  for (size_t i = 0; i < want.size(); ++i) {
    EXPECT_EQ(model.signature[i].name, want[i].name);
    EXPECT_EQ(model.signature[i].role, want[i].role) << want[i].name;
    EXPECT_EQ(model.signature[i].type, want[i].type) << want[i].name;
  }
  const Program file = read_stablehlo_file(folder + "loss.mlir");
  auto count = [](const Program& program, OpCode code) {
    return std::ranges::count(program.body.ops, code, &Op::code);
  };
  for (const OpCode code : {OpCode::kDotGeneral, OpCode::kConvolution, OpCode::kReduceWindow,
                            OpCode::kTanh, OpCode::kExponential}) {
    EXPECT_EQ(count(model.loss, code), count(file, code)) << name(code);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, LargeFileModels,
    testing::Values(
        FileModel{"gpt2-small", "gpt:batch=8"},
        FileModel{"gpt2-xl", "gpt:layers=48,hidden=1600,batch=8"},
        FileModel{"bert-base", "bert:norm=pre,segments=1,head=untied,epsilon=1e-5,seq=128"},
        FileModel{"bert-large",
                  "bert:norm=pre,segments=1,head=untied,epsilon=1e-5,layers=24,hidden=1024,"
                  "batch=32"},
        FileModel{"bert-moe", "bert-moe:dispatch=flat,top=1"},
        FileModel{"resnet50", "resnet:stem=plain"}, FileModel{"vgg19", "vgg"},
        FileModel{"vit-base", "vit:bias=ff,epsilon=1e-5"}),
    [](const auto& info) { return test_name(info.param.folder); });

// --- Sizes -----------------------------------------------------------------------------------

TEST(Models, HaveTheParametersOfThePublishedOnes) {
  const std::vector<std::pair<std::string, int64_t>> counts = {
      {"gpt", 124'439'808},                          // GPT-2 small
      {"gpt:layers=48,hidden=1600", 1'557'611'200},  // GPT-2 XL
      // BERT-base uncased of google-research, 109'482'240, less the pooler (590'592), with the head
      // that predicts tokens (622'650); BERT-large likewise.
      {"bert", 109'514'298},
      {"bert:layers=24,hidden=1024", 335'174'458},
      {"bert:norm=pre,segments=1,head=untied,seq=128", 132'036'096},
      {"bert-moe", 556'600'320},  // of HAP, 16 experts
      {"bert-moe:dispatch=flat,top=1", 556'600'320},
      {"vgg", 143'667'240},                               // VGG-19
      {"resnet", 25'557'032},                             // ResNet-50
      {"resnet:wide=2", 68'883'240},                      // wide ResNet-50-2
      {"resnet:block=basic,blocks=2x2x2x2", 11'689'512},  // ResNet-18
      {"resnet:stem=plain", 25'541'672},
      {"vit", 86'567'656},                         // ViT-B/16
      {"vit:layers=24,hidden=1024", 304'326'632},  // ViT-L/16
      {"vit:bias=ff", 86'529'024},
      {"llama", 8'030'261'248},                                            // Llama 3 8B
      {"llama:kv_heads=32,ff=11008,vocab=32000,seq=4096", 6'738'415'616},  // Llama 2 7B
      {"t5", 222'903'552},                                                 // T5-base
      {"t5:layers=6,hidden=512", 60'506'624},                              // T5-small
      {"unet", 31'030'658},
      {"dlrm", 540'677'217},  // 16 per row of the 33,762,577 of Criteo Kaggle, and the rest
  };
  for (const auto& [text, count] : counts) {
    EXPECT_EQ(build_model(text).num_parameters(), count) << text;
  }
}

TEST(Models, BuildWithoutSettingsAndVerify) {
  for (const ModelRow& row : model_rows()) {
    const BuiltModel model = build_model(row.name);
    EXPECT_EQ(first_fault(model.loss), "") << row.name;
    check_signature(model.signature, model.loss, row.name);
    EXPECT_TRUE(is_built_in(row.name + ":batch=1"));
    EXPECT_EQ(build_model(row.name).loss, model.loss);
  }
  EXPECT_FALSE(is_built_in("models/gpt"));
}

// --- Models without a file -------------------------------------------------------------------

struct SmallModel {
  std::string name, text;
  int64_t num_classes;  // labels; tokens and ids are below it too
};

// Parameters as they start, tokens and labels at random, all floats as float64.
std::vector<Literal> random_arguments(const BuiltModel& model, int64_t num_classes) {
  std::vector<Literal> arguments;
  for (size_t i = 0; i < model.signature.size(); ++i) {
    const ArgumentSpec& spec = model.signature[i];
    const auto position = static_cast<int64_t>(i);
    Literal value = draw_argument(spec, position, 1);
    if (spec.role == Role::kBatch && (!is_float(spec.type.element) || spec.name == "lab")) {
      const core::RandomStream stream{2, static_cast<uint32_t>(i)};
      const int64_t below = spec.name == "seg" ? 2 : num_classes;
      for (int64_t k = 0; k < value.num_elements(); ++k) {
        const auto draw = static_cast<int64_t>(1000 * std::abs(core::normal_at(stream, k)));
        value.set_from_double(k, static_cast<double>(draw % below));
      }
    }
    arguments.push_back(with_floats_as(value, ElementType::kF64));
  }
  return arguments;
}

class SmallModels : public testing::TestWithParam<SmallModel> {};

TEST_P(SmallModels, StartNearChanceAndHaveTheGradientOfDifferences) {
  const BuiltModel model = build_model(GetParam().text);
  const Program loss = with_floats_as(model.loss, ElementType::kF64);
  const std::vector<int> params = parameters_of(model.signature);
  std::vector<Literal> arguments = random_arguments(model, GetParam().num_classes);
  const Gradient gradient = differentiate(loss, params);
  EXPECT_TRUE(gradient.unreached.empty());
  const auto results = interpret(gradient.program, arguments).results;
  const double chance = std::log(static_cast<double>(GetParam().num_classes));
  EXPECT_NEAR(results[0].get_float(0), chance, 0.4 * chance);

  const double step = 1e-5;
  for (size_t i = 0; i < params.size(); ++i) {
    const Literal& g = results[i + 1];
    const std::string& name = model.signature[params[i]].name;
    int64_t largest = 0;
    for (int64_t k = 0; k < g.num_elements(); ++k) {
      if (std::abs(g.get_float(k)) > std::abs(g.get_float(largest))) largest = k;
    }
    EXPECT_NE(g.get_float(largest), 0) << name;
    for (const int64_t k : {largest, g.num_elements() / 3}) {
      auto loss_at = [&](double shift) {
        std::vector<Literal> moved = arguments;
        Literal& value = moved[params[i]];
        value.set_float(k, value.get_float(k) + shift);
        return interpret(loss, std::move(moved)).results[0].get_float(0);
      };
      const double difference = (loss_at(step) - loss_at(-step)) / (2 * step);
      EXPECT_NEAR(g.get_float(k), difference, 1e-5 * std::abs(difference) + 1e-8)
          << name << " element " << k;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, SmallModels,
    testing::Values(
        SmallModel{"llama",
                   "llama:layers=2,hidden=16,heads=4,kv_heads=2,ff=24,seq=5,vocab=11,batch=2", 11},
        SmallModel{"unet", "unet:levels=3,width=3,image=8,channels=2,classes=3,batch=2", 3},
        SmallModel{"t5", "t5:layers=2,hidden=16,heads=2,seq=6,targets=4,vocab=11,batch=2", 11},
        SmallModel{"dlrm", "dlrm:inputs=5,bottom=8x4,dim=4,rows=3x2x7,top=12x6,batch=6", 2},
        SmallModel{
            "bert_moe",
            "bert-moe:layers=2,hidden=16,heads=2,seq=6,vocab=11,batch=2,experts=4,capacity=3", 11},
        SmallModel{"bert", "bert:layers=2,hidden=16,heads=2,seq=6,vocab=11,batch=2", 11},
        SmallModel{"bert_with_a_tied_head_and_pre_norm",
                   "bert:norm=pre,layers=1,hidden=16,heads=2,seq=6,vocab=11,batch=2", 11},
        SmallModel{"vit", "vit:layers=2,hidden=16,heads=2,patch=4,image=8,classes=5,batch=3", 5},
        SmallModel{"resnet", "resnet:blocks=1x1,width=2,wide=2,image=16,classes=5,batch=3", 5}),
    [](const auto& info) { return info.param.name; });

// Where no expert is full, it does not matter how places are counted.
TEST(BertMoe, GivesTheSameGroupedAndFlatWhereAllTokensFit) {
  const std::string text =
      "bert-moe:layers=2,hidden=16,heads=2,seq=6,vocab=11,batch=2,experts=4,top=2,capacity=";
  auto loss = [&](const std::string& rest) {
    const BuiltModel model = build_model(text + rest);
    const Program program = with_floats_as(model.loss, ElementType::kF64);
    return interpret(program, random_arguments(model, 11)).results[0].get_float(0);
  };
  const double all_fit = loss("6,dispatch=grouped");
  EXPECT_NEAR(loss("12,dispatch=flat"), all_fit, 1e-12);
  EXPECT_GT(std::abs(loss("1,dispatch=grouped") - all_fit), 1e-9);
}

// --- Mistakes --------------------------------------------------------------------------------

std::string fault(const std::string& text) {
  try {
    build_model(text);
  } catch (const core::UserError& error) {
    return error.what();
  }
  return "";
}

TEST(Models, NameWhatIsWrongWithTheirSettings) {
  EXPECT_EQ(fault("gtp"), "there is no built-in model `gtp`; did you mean `gpt`?");
  EXPECT_EQ(fault("gpt:layer=2"), "gpt: there is no setting `layer`; did you mean `layers`?");
  EXPECT_EQ(fault("gpt:heads=5,hidden=64"), "gpt: hidden (64) is not a multiple of heads (5)");
  EXPECT_EQ(fault("gpt:layers=two"), "gpt: layers must be an integer from 1 to 10000, not `two`");
  EXPECT_EQ(fault("gpt:hidden=0"), "gpt: hidden must be an integer from 1 to 1000000000, not `0`");
  EXPECT_EQ(fault("gpt:layers"), "gpt: `layers` is not NAME=VALUE");
  EXPECT_EQ(fault("gpt:layers=2,"), "gpt: `` is not NAME=VALUE");
  EXPECT_EQ(fault("gpt:layers=2,layers=3"), "gpt: layers is given twice");
  EXPECT_EQ(fault("mlp:hidden=64x"),
            "mlp: hidden must be integers such as 64x48, each from 1 to 1000000000, not `64x`");
  EXPECT_EQ(fault("resnet:stem=bare"), "resnet: stem is standard or plain, not `bare`");
  EXPECT_EQ(fault("resnet:block=basic,wide=2"), "resnet: wide requires block=bottleneck");
  EXPECT_EQ(fault("bert:norm=none"), "bert: norm is post or pre, not `none`");
  EXPECT_EQ(fault("bert:segments=0"),
            "bert: segments must be an integer from 1 to 1000000000, not `0`");
  EXPECT_EQ(fault("vit:bias=none"), "vit: bias is all or ff, not `none`");
  EXPECT_EQ(fault("bert-moe:experts=2,top=3"), "bert-moe: top (3) exceeds experts (2)");
  EXPECT_EQ(fault("vgg:channels=8x16"), "vgg: channels has 2 stages, convs 5");
  EXPECT_EQ(fault("vgg:image=100"), "vgg: image (100) is not a multiple of 2^stages (32)");
  EXPECT_EQ(fault("vit:image=100"), "vit: image (100) is not a multiple of patch (16)");
  EXPECT_EQ(fault("llama:heads=6,kv_heads=4,hidden=48"),
            "llama: heads (6) is not a multiple of kv_heads (4)");
  EXPECT_EQ(fault("llama:heads=1,hidden=3"),
            "llama: hidden/heads (3) is odd, but rotary embeddings need pairs");
  EXPECT_EQ(fault("unet:image=20"), "unet: image (20) is not a multiple of 2^(levels-1) (16)");
  EXPECT_EQ(fault("dlrm:dim=32"), "dlrm: bottom ends with 16, but dim is 32");
  EXPECT_NE(fault("gpt:hidden=1000000000,vocab=1000000000,heads=1,seq=1000000000"), "");
}

TEST(Models, TakeAnotherBatch) {
  EXPECT_EQ(built_in_batch("gpt:layers=2,batch=8"), 8);
  EXPECT_EQ(built_in_batch("mlp"), 64);
  EXPECT_EQ(built_in_batch("no/such:folder"), std::nullopt);
  const std::string small = "gpt:layers=1,hidden=16,heads=2,vocab=16,seq=8,batch=";
  EXPECT_EQ(structural_hash(build_model(small + "8", 2).loss),
            structural_hash(build_model(small + "2").loss));
}

}  // namespace
}  // namespace motley::tensor
