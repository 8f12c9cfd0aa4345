// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#if defined(__x86_64__) && defined(__GNUC__)
#define ZERMELO_X86 1
/// Marks a function whose body may use AVX2 and BMI; call it only where `best_isa()` is `Isa::avx2`.
#define ZERMELO_TARGET_AVX2 __attribute__((target("avx2,bmi,bmi2,popcnt,lzcnt")))
#else
#define ZERMELO_X86 0
#endif

namespace zermelo {

/// Which code path the kernels take. Both give the same answers; tests run both.
enum class Isa {
    portable,  ///< plain C++, any processor
    avx2,      ///< x86-64 with AVX2 and BMI2
};

/// The fastest path that this processor has. Cost: a load after the first call.
inline Isa best_isa() {
#if ZERMELO_X86
    static const Isa best =
        __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2")
            ? Isa::avx2
            : Isa::portable;
    return best;
#else
    return Isa::portable;
#endif
}

}  // namespace zermelo
