"""L = (a b + exp(c)) a with the engine: its value and its slopes.

python chapters/05-neural-networks/first.py
"""

# [region expression]
from tinynn import Value

a, b, c = Value(2.0, "a"), Value(-3.0, "b"), Value(0.0, "c")
L = (a * b + c.exp()) * a
L.backward()
print(L.data, a.grad, b.grad, c.grad)
# [end expression]

# [region twice]
a = Value(1.0)
b = a + a
c = b + b
c.backward()
print(a.grad)
c.backward()
print(a.grad)
# [end twice]
