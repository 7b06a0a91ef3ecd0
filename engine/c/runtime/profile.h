/* Where play is, for whoever looks from outside how long it stays where; and how often it came to each part.

   Looking at a clock at every part would take longer than most parts do. One thread plays. */

#define PROFILE_NOBODY (-1)
volatile int hoyle_profile_now = PROFILE_NOBODY;
static u64 profile_times[PROFILED];

/* What comes before is done before, and what comes after, after. */
#define PROFILE_FENCE __asm__ volatile("" ::: "memory")
static INLINE void profile_at(int part) {
  PROFILE_FENCE;
  hoyle_profile_now = part;
  PROFILE_FENCE;
}
static INLINE void profile_enter(int part) {
  profile_times[part]++;
  profile_at(part);
}
static INLINE int profile_begin(int part) {
  int before = hoyle_profile_now;
  profile_enter(part);
  return before;
}
/* How often each part was entered; begins anew. */
void hoyle_profile(num *told) {
  for (int i = 0; i < PROFILED; i++) told[i] = (num)profile_times[i];
  memset(profile_times, 0, sizeof profile_times);
}
