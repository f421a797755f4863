#include <gtest/gtest.h>

#include <thread>

#include "core/base/cancel.h"

namespace motley::core {
namespace {

TEST(Cancel, EndsTheWorkOfItsScopeAlone) {
  throw_if_cancelled();  // no scope
  std::atomic<bool> flag = false;
  {
    const CancelScope scope(&flag);
    throw_if_cancelled();
    flag = true;
    EXPECT_THROW(throw_if_cancelled(), Cancelled);
    std::thread([] { EXPECT_NO_THROW(throw_if_cancelled()); }).join();
    const CancelScope inner(nullptr);
    EXPECT_NO_THROW(throw_if_cancelled());
  }
  EXPECT_NO_THROW(throw_if_cancelled());
}

}  // namespace
}  // namespace motley::core
