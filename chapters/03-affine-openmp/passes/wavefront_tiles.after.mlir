#map = affine_map<()[s0, s1] -> (s0 ceildiv 64 + s1 ceildiv 64 - 1)>
#map1 = affine_map<(d0) -> (d0 * 64 + 1)>
#map2 = affine_map<(d0)[s0] -> (d0 * 64 + 65, s0 + 1)>
#map3 = affine_map<(d0, d1) -> ((d1 - d0) * 64 + 1)>
#map4 = affine_map<(d0, d1)[s0] -> ((d1 - d0) * 64 + 65, s0 + 1)>
module {
  func.func @edit_distance(%arg0: memref<?xi8>, %arg1: memref<?xi8>, %arg2: memref<?x?xi32>) -> i1 attributes {llvm.emit_c_interface} {
    %c0 = arith.constant 0 : index
    %c1_i32 = arith.constant 1 : i32
    %dim = memref.dim %arg0, %c0 : memref<?xi8>
    %dim_0 = memref.dim %arg1, %c0 : memref<?xi8>
    %0 = call @borders(%dim, %dim_0, %arg2) : (index, index, memref<?x?xi32>) -> i1
    scf.if %0 {
      affine.for %arg3 = 0 to #map()[%dim, %dim_0] {
        affine.parallel (%arg4) = (max(0, %arg3 - symbol(%dim_0) ceildiv 64 + 1)) to (min(%arg3 + 1, symbol(%dim) ceildiv 64)) {
          affine.for %arg5 = #map1(%arg4) to min #map2(%arg4)[%dim] {
            affine.for %arg6 = #map3(%arg4, %arg3) to min #map4(%arg4, %arg3)[%dim_0] {
              %1 = affine.load %arg0[%arg5 - 1] : memref<?xi8>
              %2 = affine.load %arg1[%arg6 - 1] : memref<?xi8>
              %3 = arith.cmpi ne, %1, %2 : i8
              %4 = arith.extui %3 : i1 to i32
              %5 = affine.load %arg2[%arg5 - 1, %arg6 - 1] : memref<?x?xi32>
              %6 = affine.load %arg2[%arg5 - 1, %arg6] : memref<?x?xi32>
              %7 = affine.load %arg2[%arg5, %arg6 - 1] : memref<?x?xi32>
              %8 = arith.addi %5, %4 : i32
              %9 = arith.minsi %6, %7 : i32
              %10 = arith.addi %9, %c1_i32 : i32
              %11 = arith.minsi %8, %10 : i32
              affine.store %11, %arg2[%arg5, %arg6] : memref<?x?xi32>
            }
          }
        }
      }
    }
    return %0 : i1
  }
  func.func private @borders(%arg0: index, %arg1: index, %arg2: memref<?x?xi32>) -> i1 {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %dim = memref.dim %arg2, %c0 : memref<?x?xi32>
    %dim_0 = memref.dim %arg2, %c1 : memref<?x?xi32>
    %0 = arith.addi %arg0, %c1 : index
    %1 = arith.addi %arg1, %c1 : index
    %2 = arith.cmpi eq, %dim, %0 : index
    %3 = arith.cmpi eq, %dim_0, %1 : index
    %4 = arith.andi %2, %3 : i1
    scf.if %4 {
      scf.for %arg3 = %c0 to %dim step %c1 {
        %5 = arith.index_cast %arg3 : index to i32
        memref.store %5, %arg2[%arg3, %c0] : memref<?x?xi32>
      }
      scf.for %arg3 = %c0 to %dim_0 step %c1 {
        %5 = arith.index_cast %arg3 : index to i32
        memref.store %5, %arg2[%c0, %arg3] : memref<?x?xi32>
      }
    }
    return %4 : i1
  }
}

