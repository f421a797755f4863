#include <gtest/gtest.h>

#include "kernel_check.h"
