/* SPDX-License-Identifier: MIT */
/* Sorts prices and moves the names of their articles along, from C. */
#include <pradix/pradix.h>

#include <stdio.h>
#include <string.h>

int main(void) {
    float prices[] = {2.5f, 0.5f, 12.0f, 0.5f};
    char const* names[] = {"pen", "clip", "book", "pin"};
    size_t const count = sizeof prices / sizeof prices[0];

    if (pradix_sort_pairs(PRADIX_F32, prices, names, sizeof names[0], count, NULL) != PRADIX_OK) {
        fprintf(stderr, "%s\n", pradix_last_error());
        return 1;
    }

    pradix_options options = {0};
    options.order = PRADIX_DESCENDING;
    unsigned dearest[4];
    if (pradix_argsort(PRADIX_F32, prices, count, dearest, sizeof dearest[0], &options) != PRADIX_OK) {
        fprintf(stderr, "%s\n", pradix_last_error());
        return 1;
    }

    int const right = strcmp(names[0], "clip") == 0 && strcmp(names[1], "pin") == 0 && dearest[0] == 3;
    printf("cheapest is a %s, dearest a %s: %s\n", names[0], names[dearest[0]], right ? "right" : "WRONG");
    return right ? 0 : 1;
}
