"""Matrix products on buffers: which of BLAS, our own kernels and loops computes each."""
