// Of a function that kernel.h or tiles.h made for three register widths, the widest one that this processor has.
#if defined(__x86_64__) && defined(__GNUC__)
#define CASTELLAN_WIDEST(name) \
	(__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") ? name##_16 : \
	 __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? name##_8 : name##_4)
#else
#define CASTELLAN_WIDEST(name) name##_4
#endif
