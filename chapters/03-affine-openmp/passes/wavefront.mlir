// The same cells, skewed: the outer loop counts diagonals, %w = i + j. What a cell needs lies on earlier ones.
// passes: func.func(affine-parallelize{max-nested=1})
func.func @edit_distance(%a: memref<?xi8>, %b: memref<?xi8>, %d: memref<?x?xi32>) -> i1
    attributes {llvm.emit_c_interface} {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %m = memref.dim %a, %zero : memref<?xi8>
  %n = memref.dim %b, %zero : memref<?xi8>
  %fits = call @borders(%m, %n, %d) : (index, index, memref<?x?xi32>) -> i1
  scf.if %fits {
    // [region loops]
    affine.for %w = 2 to affine_map<()[m, n] -> (m + n + 1)>()[%m, %n] {
      affine.for %i = max affine_map<(w)[n] -> (1, w - n)>(%w)[%n]
                   to min affine_map<(w)[m] -> (w, m + 1)>(%w)[%m] {
        %x = affine.load %a[%i - 1] : memref<?xi8>
        %y = affine.load %b[%w - %i - 1] : memref<?xi8>
        %differ = arith.cmpi ne, %x, %y : i8
        %cost = arith.extui %differ : i1 to i32
        %corner = affine.load %d[%i - 1, %w - %i - 1] : memref<?x?xi32>
        %above = affine.load %d[%i - 1, %w - %i] : memref<?x?xi32>
        %left = affine.load %d[%i, %w - %i - 1] : memref<?x?xi32>
        %replaced = arith.addi %corner, %cost : i32
        %nearer = arith.minsi %above, %left : i32
        %longer = arith.addi %nearer, %one : i32
        %least = arith.minsi %replaced, %longer : i32
        affine.store %least, %d[%i, %w - %i] : memref<?x?xi32>
      }
    }
    // [end loops]
  }
  return %fits : i1
}

// Fills the first row and the first column: so many letters have to be added. False if %d has another shape.
func.func private @borders(%m: index, %n: index, %d: memref<?x?xi32>) -> i1 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %rows = memref.dim %d, %zero : memref<?x?xi32>
  %columns = memref.dim %d, %one : memref<?x?xi32>
  %wanted_rows = arith.addi %m, %one : index
  %wanted_columns = arith.addi %n, %one : index
  %rows_fit = arith.cmpi eq, %rows, %wanted_rows : index
  %columns_fit = arith.cmpi eq, %columns, %wanted_columns : index
  %fits = arith.andi %rows_fit, %columns_fit : i1
  scf.if %fits {
    scf.for %i = %zero to %rows step %one {
      %letters = arith.index_cast %i : index to i32
      memref.store %letters, %d[%i, %zero] : memref<?x?xi32>
    }
    scf.for %j = %zero to %columns step %one {
      %letters = arith.index_cast %j : index to i32
      memref.store %letters, %d[%zero, %j] : memref<?x?xi32>
    }
  }
  return %fits : i1
}
