/* Calls functions that were compiled from MLIR. The C compiler sees two functions like any other. */
#include <stdint.h>
#include <stdio.h>

int32_t sum(void);          /* sum.mlir */
int32_t triangle(int32_t n); /* phi.mlir */

int main(void) {
    printf("%d %d\n", sum(), triangle(100));
    return 0;
}
