// Calls from Python without Python's checks: runners/entry.py puts @enter into a callable that is
// called often. It reads NumPy's and Python's structures itself and enters native code only with
// arguments that fit; in any other case, a wrong call included, it calls the checks in Python.
// Lower it with cpu-tiles, which inlines what is here into one function.

// [region structures]
// CPython's C API, "Common Object Structures", and NumPy's, "Python types and C-structures".
!PyObject = !llvm.struct<(i64, ptr)>                                 // ob_refcnt, ob_type
// The head; data, nd, dimensions, strides in bytes, base, descr, flags.
!PyArrayObject = !llvm.struct<(struct<(i64, ptr)>, ptr, i32, ptr, ptr, ptr, ptr, i32)>

// What entry.py knows of a function: its definition as a method; its address; how many arguments
// it takes, and what is asked of each; how many pairs of arrays may not overlap, and their places;
// its result's kind; bits above an integer result; Python's None.
!Plan = !llvm.struct<(struct<(ptr, ptr, i32, ptr)>, ptr, i64, ptr, i64, ptr, i64, i64, ptr)>
// Asked of any argument: its Python type, or another; its kind; its place among the values.
// Of an array: its dtype, one of three; flags; rank; log2 of an element's bytes; the static offset
// in elements; sizes and strides, each a number or the mark for any. Of a number: least, largest.
!Argument = !llvm.struct<(ptr, ptr, i64, i64,
                          array<3 x ptr>, i32, i32, i64, i64, array<8 x i64>, array<8 x i64>,
                          i64, i64, f64)>

// MLIR's page "LLVM IR Target", "Ranked MemRef Types": two pointers, the offset, the sizes and then
// the strides, which follow them without a gap. 8 dimensions at most.
!Descriptor = !llvm.struct<(ptr, ptr, i64, array<16 x i64>)>
!Span = !llvm.struct<(i64, i64)>                                     // lowest address, end
// What a function is given. A memref is an integer, the address of its descriptor.
!Values = !llvm.struct<(array<12 x i64>, array<8 x f64>)>
// [end structures]

llvm.func @PyObject_Vectorcall(!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
llvm.func @PyMethod_Self(!llvm.ptr) -> !llvm.ptr
llvm.func @PyByteArray_AsString(!llvm.ptr) -> !llvm.ptr
llvm.func @PyEval_SaveThread() -> !llvm.ptr
llvm.func @PyEval_RestoreThread(!llvm.ptr)
llvm.func @PyFloat_AsDouble(!llvm.ptr) -> f64
llvm.func @PyLong_AsLongLongAndOverflow(!llvm.ptr, !llvm.ptr) -> i64
llvm.func @PyFloat_FromDouble(f64) -> !llvm.ptr
llvm.func @PyLong_FromLongLong(i64) -> !llvm.ptr
llvm.func @PyBool_FromLong(i64) -> !llvm.ptr
llvm.func @Py_IncRef(!llvm.ptr)

// [region enter]
// A method with METH_FASTCALL | METH_KEYWORDS: what it is bound to, the arguments, their number, and
// the names of those that were given by name. It is bound to the checks in Python, which are
// themselves a method, of the memory that holds the plan.
func.func @enter(%self: !llvm.ptr, %given: !llvm.ptr, %count: i64, %names: !llvm.ptr)
    -> !llvm.ptr {
  %one = llvm.mlir.constant(1 : i64) : i64
  %twelve = llvm.mlir.constant(12 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %no = arith.constant false
  %memory = llvm.call @PyMethod_Self(%self) : (!llvm.ptr) -> !llvm.ptr
  %plan = llvm.call @PyByteArray_AsString(%memory) : (!llvm.ptr) -> !llvm.ptr
  %p = llvm.load %plan : !llvm.ptr -> !Plan
  %values = llvm.alloca %one x !Values : (i64) -> !llvm.ptr
  %descriptors = llvm.alloca %twelve x !Descriptor : (i64) -> !llvm.ptr
  %spans = llvm.alloca %twelve x !Span : (i64) -> !llvm.ptr

  %wanted = llvm.extractvalue %p[2] : !Plan
  %all_there = arith.cmpi eq, %count, %wanted : i64
  %no_names = llvm.icmp "eq" %names, %null : !llvm.ptr
  %right_number = arith.andi %all_there, %no_names : i1
  %fit = scf.if %right_number -> i1 {
    %each = func.call @all_fit(%plan, %given, %values, %descriptors, %spans)
        : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i1
    scf.yield %each : i1
  } else {
    scf.yield %no : i1
  }
  %fit_together = scf.if %fit -> i1 {
    %apart = func.call @none_overlap(%plan, %spans) : (!llvm.ptr, !llvm.ptr) -> i1
    scf.yield %apart : i1
  } else {
    scf.yield %no : i1
  }
  %result = scf.if %fit_together -> !llvm.ptr {
    %returned = func.call @call_native(%plan, %values) : (!llvm.ptr, !llvm.ptr) -> !llvm.ptr
    scf.yield %returned : !llvm.ptr
  } else {
    %returned = llvm.call @PyObject_Vectorcall(%self, %given, %count, %names)
        : (!llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> !llvm.ptr
    scf.yield %returned : !llvm.ptr
  }
  return %result : !llvm.ptr
}
// [end enter]

// [region arguments]
// Whether every argument is what the plan asks; what they are passed as lies in %values then.
func.func private @all_fit(%plan: !llvm.ptr, %given: !llvm.ptr, %values: !llvm.ptr,
                           %descriptors: !llvm.ptr, %spans: !llvm.ptr) -> i1 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %yes = arith.constant true
  %p = llvm.load %plan : !llvm.ptr -> !Plan
  %count = llvm.extractvalue %p[2] : !Plan
  %arguments = llvm.extractvalue %p[3] : !Plan
  %all:2 = scf.while (%number = %zero, %so_far = %yes) : (i64, i1) -> (i64, i1) {
    %is_left = arith.cmpi slt, %number, %count : i64
    %goes_on = arith.andi %so_far, %is_left : i1
    scf.condition(%goes_on) %number, %so_far : i64, i1
  } do {
  ^bb0(%number: i64, %so_far: i1):
    %argument = llvm.getelementptr %arguments[%number] : (!llvm.ptr, i64) -> !llvm.ptr, !Argument
    %object_at = llvm.getelementptr %given[%number] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.ptr
    %object = llvm.load %object_at : !llvm.ptr -> !llvm.ptr
    %fits = func.call @fits(%argument, %object, %values, %descriptors, %spans)
        : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i1
    %next = arith.addi %number, %one : i64
    scf.yield %next, %fits : i64, i1
  }
  return %all#1 : i1
}

func.func private @fits(%argument: !llvm.ptr, %object: !llvm.ptr, %values: !llvm.ptr,
                        %descriptors: !llvm.ptr, %spans: !llvm.ptr) -> i1 {
  %no = arith.constant false
  %a = llvm.load %argument : !llvm.ptr -> !Argument
  %type = llvm.extractvalue %a[0] : !Argument
  %other_type = llvm.extractvalue %a[1] : !Argument
  %head = llvm.load %object : !llvm.ptr -> !PyObject
  %found = llvm.extractvalue %head[1] : !PyObject
  %is_type = llvm.icmp "eq" %found, %type : !llvm.ptr
  %is_other = llvm.icmp "eq" %found, %other_type : !llvm.ptr
  %right_type = arith.ori %is_type, %is_other : i1
  %fits = scf.if %right_type -> i1 {
    %kind = llvm.extractvalue %a[2] : !Argument
    %place = llvm.extractvalue %a[3] : !Argument
    %value = llvm.getelementptr %values[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %kind_index = arith.index_cast %kind : i64 to index
    %as_asked = scf.index_switch %kind_index -> i1
    case 0 {
      %descriptor = llvm.getelementptr %descriptors[%place]
          : (!llvm.ptr, i64) -> !llvm.ptr, !Descriptor
      %span = llvm.getelementptr %spans[%place] : (!llvm.ptr, i64) -> !llvm.ptr, !Span
      llvm.store %descriptor, %value : !llvm.ptr, !llvm.ptr
      %result = func.call @array(%argument, %object, %descriptor, %span)
          : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i1
      scf.yield %result : i1
    }
    case 1 {
      %result = func.call @integer(%argument, %object, %value)
          : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i1
      scf.yield %result : i1
    }
    case 2 {
      %result = func.call @real(%argument, %object, %value)
          : (!llvm.ptr, !llvm.ptr, !llvm.ptr) -> i1
      scf.yield %result : i1
    }
    default {
      scf.yield %no : i1
    }
    scf.yield %as_asked : i1
  } else {
    scf.yield %no : i1
  }
  return %fits : i1
}
// [end arguments]

// [region array]
// An array's descriptor and the addresses between which its elements lie.
func.func private @array(%argument: !llvm.ptr, %object: !llvm.ptr, %descriptor: !llvm.ptr,
                         %span: !llvm.ptr) -> i1 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %yes = arith.constant true
  %no = arith.constant false
  %any = arith.constant -0x8000000000000000 : i64
  %contiguous = arith.constant 1 : i32                               // NPY_ARRAY_C_CONTIGUOUS
  %a = llvm.load %argument : !llvm.ptr -> !Argument
  %x = llvm.load %object : !llvm.ptr -> !PyArrayObject

  %dtype = llvm.extractvalue %x[6] : !PyArrayObject
  %dtype0 = llvm.extractvalue %a[4, 0] : !Argument
  %dtype1 = llvm.extractvalue %a[4, 1] : !Argument
  %dtype2 = llvm.extractvalue %a[4, 2] : !Argument
  %is_dtype0 = llvm.icmp "eq" %dtype, %dtype0 : !llvm.ptr
  %is_dtype1 = llvm.icmp "eq" %dtype, %dtype1 : !llvm.ptr
  %is_dtype2 = llvm.icmp "eq" %dtype, %dtype2 : !llvm.ptr
  %is_dtype01 = arith.ori %is_dtype0, %is_dtype1 : i1
  %right_dtype = arith.ori %is_dtype01, %is_dtype2 : i1

  %flags = llvm.extractvalue %x[7] : !PyArrayObject
  %needed = llvm.extractvalue %a[5] : !Argument
  %present = arith.andi %flags, %needed : i32
  %right_flags = arith.cmpi eq, %present, %needed : i32
  %must_be_contiguous = arith.andi %needed, %contiguous : i32
  %row_major = arith.trunci %must_be_contiguous : i32 to i1

  %rank32 = llvm.extractvalue %x[2] : !PyArrayObject
  %rank_wanted = llvm.extractvalue %a[6] : !Argument
  %right_rank = arith.cmpi eq, %rank32, %rank_wanted : i32

  %right0 = arith.andi %right_dtype, %right_flags : i1
  %right = arith.andi %right0, %right_rank : i1
  %fits = scf.if %right -> i1 {
    %rank = arith.extsi %rank32 : i32 to i64
    %last = arith.subi %rank, %one : i64
    %data = llvm.extractvalue %x[1] : !PyArrayObject
    %sizes = llvm.extractvalue %x[3] : !PyArrayObject
    %steps = llvm.extractvalue %x[4] : !PyArrayObject
    %log_bytes = llvm.extractvalue %a[7] : !Argument
    %sizes_wanted = llvm.getelementptr %argument[0, 9] : (!llvm.ptr) -> !llvm.ptr, !Argument
    %strides_wanted = llvm.getelementptr %argument[0, 10] : (!llvm.ptr) -> !llvm.ptr, !Argument
    %sizes_out = llvm.getelementptr %descriptor[0, 3] : (!llvm.ptr) -> !llvm.ptr, !Descriptor
    %strides_out = llvm.getelementptr %sizes_out[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
    %start = llvm.ptrtoint %data : !llvm.ptr to i64

    // From the last dimension to the first: elements so far, lowest and highest address, all right.
    %of:4 = scf.for %n = %zero to %rank step %one
        iter_args(%elements = %one, %low = %start, %high = %start, %so_far = %yes)
        -> (i64, i64, i64, i1) : i64 {
      %d = arith.subi %last, %n : i64
      %size_at = llvm.getelementptr %sizes[%d] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %step_at = llvm.getelementptr %steps[%d] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %size_wanted_at = llvm.getelementptr %sizes_wanted[%d] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %stride_wanted_at = llvm.getelementptr %strides_wanted[%d]
          : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %size = llvm.load %size_at : !llvm.ptr -> i64
      %step = llvm.load %step_at : !llvm.ptr -> i64
      %size_wanted = llvm.load %size_wanted_at : !llvm.ptr -> i64
      %stride_wanted = llvm.load %stride_wanted_at : !llvm.ptr -> i64

      %any_size = arith.cmpi eq, %size_wanted, %any : i64
      %same_size = arith.cmpi eq, %size_wanted, %size : i64
      %right_size = arith.ori %any_size, %same_size : i1

      // A dimension of one element is never stepped over: its stride is free.
      %stride_found = arith.shrsi %step, %log_bytes : i64
      %back = arith.shli %stride_found, %log_bytes : i64
      %whole = arith.cmpi eq, %back, %step : i64
      %any_stride = arith.cmpi eq, %stride_wanted, %any : i64
      %same_stride = arith.cmpi eq, %stride_wanted, %stride_found : i64
      %either = arith.ori %any_stride, %same_stride : i1
      %as_wanted = arith.andi %either, %whole : i1
      %single = arith.cmpi sle, %size, %one : i64
      %free = arith.ori %single, %row_major : i1
      %right_stride = arith.ori %as_wanted, %free : i1
      %known_or_found = arith.select %any_stride, %stride_found, %stride_wanted : i64
      %stride = arith.select %row_major, %elements, %known_or_found : i64

      %size_out = llvm.getelementptr %sizes_out[%d] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      %stride_out = llvm.getelementptr %strides_out[%d] : (!llvm.ptr, i64) -> !llvm.ptr, i64
      llvm.store %size, %size_out : i64, !llvm.ptr
      llvm.store %stride, %stride_out : i64, !llvm.ptr

      %others = arith.subi %size, %one : i64
      %reach = arith.muli %others, %step : i64
      %down = arith.minsi %reach, %zero : i64
      %up = arith.maxsi %reach, %zero : i64
      %lower = arith.addi %low, %down : i64
      %higher = arith.addi %high, %up : i64
      %more = arith.muli %elements, %size : i64
      %both = arith.andi %right_size, %right_stride : i1
      %still = arith.andi %so_far, %both : i1
      scf.yield %more, %lower, %higher, %still : i64, i64, i64, i1
    }
    // The strides of an empty array are free, and its addresses none: that is left to Python.
    %some = arith.cmpi ne, %of#0, %zero : i64

    // Code adds a static offset itself, so what it adds it to lies that far before the data.
    %offset = llvm.extractvalue %a[8] : !Argument
    %offset_bytes = arith.shli %offset, %log_bytes : i64
    %base = arith.subi %start, %offset_bytes : i64
    %bytes = arith.shli %one, %log_bytes : i64
    %end = arith.addi %of#2, %bytes : i64
    %offset_out = llvm.getelementptr %descriptor[0, 2] : (!llvm.ptr) -> !llvm.ptr, !Descriptor
    %aligned_out = llvm.getelementptr %descriptor[0, 1] : (!llvm.ptr) -> !llvm.ptr, !Descriptor
    %end_out = llvm.getelementptr %span[0, 1] : (!llvm.ptr) -> !llvm.ptr, !Span
    llvm.store %base, %descriptor : i64, !llvm.ptr
    llvm.store %base, %aligned_out : i64, !llvm.ptr
    llvm.store %offset, %offset_out : i64, !llvm.ptr
    llvm.store %of#1, %span : i64, !llvm.ptr
    llvm.store %end, %end_out : i64, !llvm.ptr
    %result = arith.andi %of#3, %some : i1
    scf.yield %result : i1
  } else {
    scf.yield %no : i1
  }
  return %fits : i1
}
// [end array]

// A Python int or bool between two bounds; one that no i64 holds goes the other way.
func.func private @integer(%argument: !llvm.ptr, %object: !llvm.ptr, %value: !llvm.ptr) -> i1 {
  %none = arith.constant 0 : i32
  %a = llvm.load %argument : !llvm.ptr -> !Argument
  // The value's place holds first whether the number is too large, then the number.
  %number = llvm.call @PyLong_AsLongLongAndOverflow(%object, %value)
      : (!llvm.ptr, !llvm.ptr) -> i64
  %overflow = llvm.load %value : !llvm.ptr -> i32
  %least = llvm.extractvalue %a[11] : !Argument
  %largest = llvm.extractvalue %a[12] : !Argument
  %is_i64 = arith.cmpi eq, %overflow, %none : i32
  %above = arith.cmpi sge, %number, %least : i64
  %below = arith.cmpi sle, %number, %largest : i64
  %within = arith.andi %above, %below : i1
  %fits = arith.andi %is_i64, %within : i1
  llvm.store %number, %value : i64, !llvm.ptr
  return %fits : i1
}

// A Python float, infinite, NaN or not above the largest of its type. An f32 lies in the low half.
func.func private @real(%argument: !llvm.ptr, %object: !llvm.ptr, %value: !llvm.ptr) -> i1 {
  %infinity = arith.constant 0x7FF0000000000000 : f64
  %yes = arith.constant true
  %log_four = arith.constant 2 : i64
  %a = llvm.load %argument : !llvm.ptr -> !Argument
  %number = llvm.call @PyFloat_AsDouble(%object) : (!llvm.ptr) -> f64
  %largest = llvm.extractvalue %a[13] : !Argument
  %log_bytes = llvm.extractvalue %a[7] : !Argument
  %size = math.absf %number : f64
  %larger = arith.cmpf ogt, %size, %largest : f64
  %finite = arith.cmpf olt, %size, %infinity : f64
  %too_large = arith.andi %larger, %finite : i1
  %fits = arith.xori %too_large, %yes : i1
  %single = arith.truncf %number : f64 to f32
  %single_bits = arith.bitcast %single : f32 to i32
  %low_half = arith.extui %single_bits : i32 to i64
  %all_bits = arith.bitcast %number : f64 to i64
  %is_single = arith.cmpi eq, %log_bytes, %log_four : i64
  %bits = arith.select %is_single, %low_half, %all_bits : i64
  llvm.store %bits, %value : i64, !llvm.ptr
  return %fits : i1
}

// Whether the addresses of each pair lie apart. Where they do not, the arrays may still share no
// element, as a[::2] and a[1::2]: that is left to NumPy.
func.func private @none_overlap(%plan: !llvm.ptr, %spans: !llvm.ptr) -> i1 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %yes = arith.constant true
  %p = llvm.load %plan : !llvm.ptr -> !Plan
  %count = llvm.extractvalue %p[4] : !Plan
  %pairs = llvm.extractvalue %p[5] : !Plan
  %all = scf.for %n = %zero to %count step %one iter_args(%so_far = %yes) -> (i1) : i64 {
    %pair_at = llvm.getelementptr %pairs[%n] : (!llvm.ptr, i64) -> !llvm.ptr, !Span
    %pair = llvm.load %pair_at : !llvm.ptr -> !Span
    %first = llvm.extractvalue %pair[0] : !Span
    %second = llvm.extractvalue %pair[1] : !Span
    %first_at = llvm.getelementptr %spans[%first] : (!llvm.ptr, i64) -> !llvm.ptr, !Span
    %second_at = llvm.getelementptr %spans[%second] : (!llvm.ptr, i64) -> !llvm.ptr, !Span
    %x = llvm.load %first_at : !llvm.ptr -> !Span
    %y = llvm.load %second_at : !llvm.ptr -> !Span
    %x_low = llvm.extractvalue %x[0] : !Span
    %x_end = llvm.extractvalue %x[1] : !Span
    %y_low = llvm.extractvalue %y[0] : !Span
    %y_end = llvm.extractvalue %y[1] : !Span
    %x_before_y = arith.cmpi ule, %x_end, %y_low : i64
    %y_before_x = arith.cmpi ule, %y_end, %x_low : i64
    %apart = arith.ori %x_before_y, %y_before_x : i1
    %still = arith.andi %so_far, %apart : i1
    scf.yield %still : i1
  }
  return %all : i1
}

// [region call]
// Enters the function as if it took twelve integers and eight floats, and returned one of each.
// The ABIs of x86-64 (System V) and AArch64 count the registers for integers and for floats apart,
// so what it takes is where it looks, and what it does not take lies in registers that it is free
// to overwrite or on this frame's stack.
func.func private @call_native(%plan: !llvm.ptr, %values: !llvm.ptr) -> !llvm.ptr {
  %p = llvm.load %plan : !llvm.ptr -> !Plan
  %native = llvm.extractvalue %p[1] : !Plan
  %v = llvm.load %values : !llvm.ptr -> !Values
  %i0 = llvm.extractvalue %v[0, 0] : !Values
  %i1 = llvm.extractvalue %v[0, 1] : !Values
  %i2 = llvm.extractvalue %v[0, 2] : !Values
  %i3 = llvm.extractvalue %v[0, 3] : !Values
  %i4 = llvm.extractvalue %v[0, 4] : !Values
  %i5 = llvm.extractvalue %v[0, 5] : !Values
  %i6 = llvm.extractvalue %v[0, 6] : !Values
  %i7 = llvm.extractvalue %v[0, 7] : !Values
  %i8 = llvm.extractvalue %v[0, 8] : !Values
  %i9 = llvm.extractvalue %v[0, 9] : !Values
  %i10 = llvm.extractvalue %v[0, 10] : !Values
  %i11 = llvm.extractvalue %v[0, 11] : !Values
  %f0 = llvm.extractvalue %v[1, 0] : !Values
  %f1 = llvm.extractvalue %v[1, 1] : !Values
  %f2 = llvm.extractvalue %v[1, 2] : !Values
  %f3 = llvm.extractvalue %v[1, 3] : !Values
  %f4 = llvm.extractvalue %v[1, 4] : !Values
  %f5 = llvm.extractvalue %v[1, 5] : !Values
  %f6 = llvm.extractvalue %v[1, 6] : !Values
  %f7 = llvm.extractvalue %v[1, 7] : !Values

  %thread = llvm.call @PyEval_SaveThread() : () -> !llvm.ptr
  %returned = llvm.call %native(%i0, %i1, %i2, %i3, %i4, %i5, %i6, %i7, %i8, %i9, %i10, %i11,
                                %f0, %f1, %f2, %f3, %f4, %f5, %f6, %f7)
      : !llvm.ptr, (i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64,
                    f64, f64, f64, f64, f64, f64, f64, f64) -> !llvm.struct<(i64, f64)>
  llvm.call @PyEval_RestoreThread(%thread) : (!llvm.ptr) -> ()

  %integer = llvm.extractvalue %returned[0] : !llvm.struct<(i64, f64)>
  %double = llvm.extractvalue %returned[1] : !llvm.struct<(i64, f64)>
  %kind = llvm.extractvalue %p[6] : !Plan
  %above = llvm.extractvalue %p[7] : !Plan
  %kind_index = arith.index_cast %kind : i64 to index
  %object = scf.index_switch %kind_index -> !llvm.ptr
  case 1 {                                                           // an integer
    %up = arith.shli %integer, %above : i64
    %extended = arith.shrsi %up, %above : i64
    %result = llvm.call @PyLong_FromLongLong(%extended) : (i64) -> !llvm.ptr
    scf.yield %result : !llvm.ptr
  }
  case 2 {                                                           // i1
    %one = arith.constant 1 : i64
    %bit = arith.andi %integer, %one : i64
    %result = llvm.call @PyBool_FromLong(%bit) : (i64) -> !llvm.ptr
    scf.yield %result : !llvm.ptr
  }
  case 3 {                                                           // f64
    %result = llvm.call @PyFloat_FromDouble(%double) : (f64) -> !llvm.ptr
    scf.yield %result : !llvm.ptr
  }
  case 4 {                                                           // f32: the low half
    %bits = arith.bitcast %double : f64 to i64
    %low = arith.trunci %bits : i64 to i32
    %single = arith.bitcast %low : i32 to f32
    %wide = arith.extf %single : f32 to f64
    %result = llvm.call @PyFloat_FromDouble(%wide) : (f64) -> !llvm.ptr
    scf.yield %result : !llvm.ptr
  }
  default {
    %none = llvm.extractvalue %p[8] : !Plan
    llvm.call @Py_IncRef(%none) : (!llvm.ptr) -> ()
    scf.yield %none : !llvm.ptr
  }
  return %object : !llvm.ptr
}
// [end call]
