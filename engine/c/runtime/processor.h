/* A library of its own, that says whether the processor can do what games are compiled for. */

int hoyle_can(void) {
#ifdef __x86_64__
  return __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt")
    && __builtin_cpu_supports("avx2");
#else
  return 0;
#endif
}
