/* Calls the library that library.py exports: five rows through a layer of 48 inputs, 40 outputs.

   python chapters/12-execution/library.py
   cc -I build/chapter-12 chapters/12-execution/call.c build/chapter-12/layer.so -o build/chapter-12/call
   LD_LIBRARY_PATH=build/chapter-12 build/chapter-12/call */
#include <stdio.h>
#include <stdlib.h>

#include "layer.h"

/* [region call] */
int main(void) {
    enum { rows = 5, inputs = 48, outputs = 40 };
    static float x[rows][inputs], weight[outputs][inputs], bias[outputs];
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < inputs; k++) x[i][k] = (float)(i - 2);
    for (int j = 0; j < outputs; j++) {
        for (int k = 0; k < inputs; k++) weight[j][k] = 0.25f;
        bias[j] = (float)j;
    }
    memref_2d_f32 dx = {.aligned = x[0], .sizes = {rows, inputs}, .strides = {inputs, 1}};
    memref_2d_f32 dw = {.aligned = weight[0], .sizes = {outputs, inputs}, .strides = {inputs, 1}};
    memref_1d_f32 db = {.aligned = bias, .sizes = {outputs}, .strides = {1}};
    memref_2d_f32 result = {0};

    int32_t status = layer_sizes(&dx, &dw, &db, &result); /* how much memory does it take? */
    if (status) return fprintf(stderr, "%s\n", layer_message(status)), 1;
    result.aligned = malloc(sizeof(float) * result.sizes[0] * result.sizes[1]);
    if (!result.aligned) return 1;
    status = layer(&dx, &dw, &db, &result);
    if (status) return fprintf(stderr, "%s\n", layer_message(status)), 1;
    for (int i = 0; i < rows; i++) printf("%g ", result.aligned[i * outputs + 30]);
    printf("\n");

    db.sizes[0] = outputs - 1; /* a mistake is a number, not a crash */
    status = layer(&dx, &dw, &db, &result);
    printf("%d: %s\n", status, layer_message(status));
    free(result.aligned);
    return status == 3 ? 0 : 1;
}
/* [end call] */
