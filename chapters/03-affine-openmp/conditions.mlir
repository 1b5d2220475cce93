// affine.if: a condition on indices that the compiler can reason about. Pipeline cpu-buffers.
// [region triangle]
#lower = affine_set<(i, j) : (i - j >= 0)>
// The lower triangle of x, zeros above.
func.func @lower_triangle(%x: memref<?x?xf32>, %y: memref<?x?xf32>) -> i1
    attributes {llvm.emit_c_interface} {
  // [end triangle]
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %x, %zero : memref<?x?xf32>
  %columns = memref.dim %x, %one : memref<?x?xf32>
  %rows_of_y = memref.dim %y, %zero : memref<?x?xf32>
  %columns_of_y = memref.dim %y, %one : memref<?x?xf32>
  %same_rows = arith.cmpi eq, %rows, %rows_of_y : index
  %same_columns = arith.cmpi eq, %columns, %columns_of_y : index
  %fits = arith.andi %same_rows, %same_columns : i1
  %nothing = arith.constant 0.0 : f32
  scf.if %fits {
    // [region loops]
    affine.for %i = 0 to %rows {
      affine.for %j = 0 to %columns {
        %kept = affine.if #lower(%i, %j) -> f32 {
          %value = affine.load %x[%i, %j] : memref<?x?xf32>
          affine.yield %value : f32
        } else {
          affine.yield %nothing : f32
        }
        affine.store %kept, %y[%i, %j] : memref<?x?xf32>
      }
    }
    // [end loops]
  }
  return %fits : i1
}

// [region stencil]
// Inside of the border, every second cell: four inequalities, with symbols, and an equation.
#inner_white = affine_set<(i, j)[m, n] : (i - 1 >= 0, m - 2 - i >= 0, j - 1 >= 0, n - 2 - j >= 0, (i + j) mod 2 == 0)>
// One half-step of a red-black relaxation: each white inner cell becomes the mean of its neighbours.
func.func @relax_white(%x: memref<?x?xf64>) attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %quarter = arith.constant 0.25 : f64
  %m = memref.dim %x, %zero : memref<?x?xf64>
  %n = memref.dim %x, %one : memref<?x?xf64>
  affine.for %i = 0 to %m {
    affine.for %j = 0 to %n {
      affine.if #inner_white(%i, %j)[%m, %n] {
        %above = affine.load %x[%i - 1, %j] : memref<?x?xf64>
        %below = affine.load %x[%i + 1, %j] : memref<?x?xf64>
        %left = affine.load %x[%i, %j - 1] : memref<?x?xf64>
        %right = affine.load %x[%i, %j + 1] : memref<?x?xf64>
        %vertical = arith.addf %above, %below : f64
        %horizontal = arith.addf %left, %right : f64
        %sum = arith.addf %vertical, %horizontal : f64
        %mean = arith.mulf %sum, %quarter : f64
        affine.store %mean, %x[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}
// [end stencil]
