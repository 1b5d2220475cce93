// Structs and arrays of the LLVM dialect, which is what a descriptor is made of. Pipeline: cpu-loops.
// Look at the two worlds: values (insertvalue, extractvalue) and memory (getelementptr, load, store).

// [region types]
!point = !llvm.struct<(f64, f64)>
!record = !llvm.struct<"record", (i8, i64, array<2 x f32>)>
!packed = !llvm.struct<"packed_record", packed (i8, i64, array<2 x f32>)>
// [end types]

// How large a struct is depends on the alignment of its fields, and that on the target: 64 bits for
// i64, in little-endian order.
// [region layout]
module attributes {llvm.data_layout = "e-i64:64"} {
// [end layout]

  // A struct as a value. Each insertvalue makes a new struct; nothing is in memory.
  // [region value]
  func.func private @midpoint(%a: !point, %b: !point) -> !point {
    %half = arith.constant 0.5 : f64
    %ax = llvm.extractvalue %a[0] : !point
    %ay = llvm.extractvalue %a[1] : !point
    %bx = llvm.extractvalue %b[0] : !point
    %by = llvm.extractvalue %b[1] : !point
    %sum_x = arith.addf %ax, %bx : f64
    %sum_y = arith.addf %ay, %by : f64
    %x = arith.mulf %half, %sum_x : f64
    %y = arith.mulf %half, %sum_y : f64
    %empty = llvm.mlir.poison : !point
    %with_x = llvm.insertvalue %x, %empty[0] : !point
    %point = llvm.insertvalue %y, %with_x[1] : !point
    return %point : !point
  }

  func.func @midpoint_of(%ax: f64, %ay: f64, %bx: f64, %by: f64) -> (f64, f64)
      attributes {llvm.emit_c_interface} {
    %empty = llvm.mlir.poison : !point
    %a_x = llvm.insertvalue %ax, %empty[0] : !point
    %a = llvm.insertvalue %ay, %a_x[1] : !point
    %b_x = llvm.insertvalue %bx, %empty[0] : !point
    %b = llvm.insertvalue %by, %b_x[1] : !point
    %middle = call @midpoint(%a, %b) : (!point, !point) -> !point
    %x = llvm.extractvalue %middle[0] : !point
    %y = llvm.extractvalue %middle[1] : !point
    return %x, %y : f64, f64
  }
  // [end value]

  // A constant array in memory. getelementptr computes an address: it skips 0 whole arrays, then
  // `index` elements of the array that starts there. The remainder keeps the index inside.
  // [region array]
  llvm.mlir.global internal constant @primes(dense<[2, 3, 5, 7, 11, 13]> : tensor<6xi32>)
      : !llvm.array<6 x i32>

  func.func @prime(%number: i32) -> i32 {
    %count = arith.constant 6 : i32
    %index = arith.remui %number, %count : i32
    %array = llvm.mlir.addressof @primes : !llvm.ptr
    %element = llvm.getelementptr inbounds %array[0, %index]
        : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<6 x i32>
    %prime = llvm.load %element : !llvm.ptr -> i32
    return %prime : i32
  }
  // [end array]

  // A struct in memory, with an array inside: its fields are written one by one, then the struct is
  // loaded as a value. Between `flag` and `size` lie seven bytes of padding; `packed` has none.
  // [region record]
  func.func @second_sample(%flag: i8, %size: i64, %first: f32, %second: f32) -> f32 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %record = llvm.alloca %one x !record : (i32) -> !llvm.ptr
    %flag_field = llvm.getelementptr inbounds %record[0, 0] : (!llvm.ptr) -> !llvm.ptr, !record
    %size_field = llvm.getelementptr inbounds %record[0, 1] : (!llvm.ptr) -> !llvm.ptr, !record
    %sample_0 = llvm.getelementptr inbounds %record[0, 2, 0] : (!llvm.ptr) -> !llvm.ptr, !record
    %sample_1 = llvm.getelementptr inbounds %record[0, 2, 1] : (!llvm.ptr) -> !llvm.ptr, !record
    llvm.store %flag, %flag_field : i8, !llvm.ptr
    llvm.store %size, %size_field : i64, !llvm.ptr
    llvm.store %first, %sample_0 : f32, !llvm.ptr
    llvm.store %second, %sample_1 : f32, !llvm.ptr
    %whole = llvm.load %record : !llvm.ptr -> !record
    %result = llvm.extractvalue %whole[2, 1] : !record
    return %result : f32
  }

  // The address of element 1 of an array that starts at address 0 is the size of an element.
  func.func @record_size() -> i64 {
    %null = llvm.mlir.zero : !llvm.ptr
    %next = llvm.getelementptr %null[1] : (!llvm.ptr) -> !llvm.ptr, !record
    %size = llvm.ptrtoint %next : !llvm.ptr to i64
    return %size : i64
  }

  func.func @packed_size() -> i64 {
    %null = llvm.mlir.zero : !llvm.ptr
    %next = llvm.getelementptr %null[1] : (!llvm.ptr) -> !llvm.ptr, !packed
    %size = llvm.ptrtoint %next : !llvm.ptr to i64
    return %size : i64
  }
  // [end record]
}
