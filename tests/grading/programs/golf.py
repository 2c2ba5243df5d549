W=[7,56,448,73,146,292,273,84]
M={}
def v(a,b):
 k=a,b
 if k not in M:M[k]=-1 if any(b&w==w for w in W)else max([-v(b,a|1<<i)for i in range(9)if not(a|b)>>i&1],default=0)
 return M[k]
def f(s,p):
 a=sum((c==p)<<i for i,c in enumerate(s));b=sum((c not in(p,'-'))<<i for i,c in enumerate(s))
 return max((-v(b,a|1<<i),-i)for i in range(9)if s[i]=='-')[1]*-1
