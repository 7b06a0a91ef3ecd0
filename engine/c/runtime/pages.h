/* Memory that grows where it lies, or moves without being copied, in great pages where the system has them. Leaves what
   lies in it to table.h and explore.h. */

#ifdef __linux__
#include <sys/mman.h>
#endif
#if defined MREMAP_MAYMOVE && defined MAP_ANONYMOUS
#define HAS_PAGES 1
#else
#define HAS_PAGES 0
#endif
#define PAGE 4096
#define GREAT_PAGE ((size_t)1 << 21)

/* A size that fills pages; of more than a few great pages, those. */
static inline size_t whole_pages(size_t bytes) {
  size_t page = bytes < 2 * GREAT_PAGE ? PAGE : GREAT_PAGE;
  return (bytes + page - 1) / page * page;
}
/* Makes memory larger, or makes it (NULL of no bytes), both sizes in whole pages; what is new is zero. NULL where there
   is none, and then what was there stays. */
static void *more_pages(void *at, size_t had, size_t bytes) {
#if HAS_PAGES
  void *more = at ? mremap(at, had, bytes, MREMAP_MAYMOVE)
                  : mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (more == MAP_FAILED) return NULL;
#ifdef MADV_HUGEPAGE
  if (bytes >= GREAT_PAGE) (void)madvise(more, bytes, MADV_HUGEPAGE);
#endif
  return more;
#else
  void *more = aligned_alloc(PAGE, bytes);
  if (!more) return NULL;
  if (at) memcpy(more, at, had);
  memset((u8 *)more + had, 0, bytes - had);
  free(at);
  return more;
#endif
}
static void free_pages(void *at, size_t bytes) {
  if (!at) return;
#if HAS_PAGES
  munmap(at, bytes);
#else
  (void)bytes;
  free(at);
#endif
}
