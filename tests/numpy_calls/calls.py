"""Calls of NumPy's functions, as programs write them, with arrays of chosen values under the names of `ARRAYS`."""

import numpy as np

ARRAYS = {
    "x": np.array([[0.7, -1.2, 2.3], [1.9, 0.4, -0.6]]),
    "y": np.array([[1.1, 0.3, -0.8], [-1.4, 2.2, 0.9]]),
    "p": np.array([[0.7, 1.2, 2.3], [1.9, 0.4, 0.6]]),
    "u": np.array([[0.1, -0.4, 0.6], [0.8, 0.3, -0.5]]),
    "s": np.array([[2.5, 0.3, -0.4], [0.7, 3.1, 0.2], [-0.1, 0.5, 1.8]]),
    "h": np.array([[2.5, 0.3, -0.4], [0.3, 3.1, 0.2], [-0.4, 0.2, 1.8]]),
    "v": np.array([0.7, -1.2, 2.3]),
    "w": np.array([1.9, 0.4, -0.6, 3.1]),
    "t": np.array([0.5, 1.7, 2.2, 4.0]),
    "b": np.array([[[0.2, 1.3], [-0.7, 0.9]], [[1.8, -0.3], [0.6, 2.4]]]),
    "m": np.array([[1.0, 2.0, 4.0], [np.nan, 0.5, -1.0]]),
    "a": np.array(1.7),
}

UFUNCS = """
    abs(x) absolute(x) fabs(x) negative(x) positive(x) sign(x) conj(x) conjugate(x) square(x) sqrt(p) cbrt(p)
    reciprocal(p) exp(x) exp2(x) expm1(x) log(p) log2(p) log10(p) log1p(p) sin(x) cos(x) tan(x) arcsin(u) arccos(u)
    arctan(x) asin(u) acos(u) atan(x) sinh(x) cosh(x) tanh(x) arcsinh(x) arccosh(p+1) arctanh(u) asinh(x) acosh(p+1)
    atanh(u) deg2rad(x) rad2deg(x) degrees(x) radians(x) rint(x) floor(x) ceil(x) trunc(x) add(x,y) subtract(x,y)
    multiply(x,y) divide(x,p) true_divide(x,p) floor_divide(x,p) remainder(x,p+0.1) mod(x,p+0.1) fmod(x,p+0.1)
    divmod(x,p+0.1) modf(x) frexp(x) power(p,y) pow(p,y) float_power(p,y) maximum(x,y) minimum(x,y) fmax(x,y)
    fmin(x,y) logaddexp(x,y) logaddexp2(x,y) hypot(x,y) arctan2(x,y) atan2(x,y) copysign(p,y) heaviside(x,p)
    ldexp(x,3) matmul(s,v) matmul(x,s) matvec(s,v) vecmat(v,s) vecdot(x,y) nextafter(x,y) add.reduce(x)
    add.reduce(x,axis=1) add.reduce(x,axis=None) multiply.reduce(x,axis=1,keepdims=True) maximum.reduce(x)
    minimum.reduce(x,axis=1) logaddexp.reduce(x) add.accumulate(x) multiply.accumulate(x,axis=1)
    maximum.accumulate(x,axis=1) minimum.accumulate(x,axis=1) add.outer(v,w) multiply.outer(v,w) subtract.outer(v,x)
    power.outer(p,w)
"""

REDUCTIONS = """
    sum(x) sum(x,axis=0) sum(x,1) sum(x,axis=(0,1)) sum(x,axis=-1,keepdims=True) sum(x,axis=(),keepdims=True)
    sum(x,initial=2.5) sum(x,where=[True,False,True]) sum(x,dtype=np.float64) sum(a) prod(x) prod(x,axis=0)
    prod(b,axis=(0,2)) prod(x,axis=1,keepdims=True) prod(x,initial=2.0) prod(x,where=x>0) mean(x) mean(x,axis=0)
    mean(x,axis=(0,1),keepdims=True) mean(x,where=x>0) mean(x,axis=1,where=[True,True,False]) var(x) var(x,axis=0)
    var(x,ddof=1) var(x,axis=1,ddof=1,keepdims=True) var(x,where=x>0) var(b,axis=(0,1)) std(x) std(x,axis=0)
    std(x,ddof=1) std(x,axis=1,keepdims=True) std(x,where=x>0) max(x) max(x,axis=0) max(x,axis=(0,1))
    max(x,initial=3.5) max(x,axis=1,where=x>0,initial=-1) amax(x) amax(x,axis=1) min(x) min(x,axis=0)
    min(x,axis=1,keepdims=True) amin(x) amin(x,axis=1) ptp(x) ptp(x,axis=1) average(x) average(x,axis=1)
    average(x,weights=p) average(x,axis=0,weights=[1.0,3.0]) average(x,axis=1,returned=True)
    average(x,axis=1,weights=v+4,returned=True) median(x) median(x,axis=0) median(x,axis=1,keepdims=True) median(w)
    median(b,axis=(0,2)) quantile(x,0.3) quantile(x,[0.1,0.6],axis=1) quantile(w,0.25,method='lower')
    quantile(x,0.7,axis=0,keepdims=True) percentile(x,30) percentile(x,[10,60],axis=1) percentile(b,40,axis=(0,1))
    nansum(m) nansum(m,axis=0) nanprod(m,axis=1) nanmean(m) nanmean(m,axis=0) nanvar(m) nanvar(m,axis=1,ddof=1)
    nanstd(m) nanstd(m,axis=1) nanmax(m) nanmax(m,axis=1) nanmin(m,axis=0) nanmedian(m) nanmedian(m,axis=1)
    nanquantile(m,0.3) nanpercentile(m,30,axis=1) nancumsum(m) nancumsum(m,axis=1) nancumprod(m,axis=1) cumsum(x)
    cumsum(x,axis=0) cumprod(x) cumprod(x,axis=1) cumulative_sum(v) cumulative_sum(x,axis=1,include_initial=True)
    cumulative_prod(x,axis=0) cumulative_prod(v,include_initial=True) cov(x) cov(x,rowvar=False) cov(x,bias=True)
    cov(x,ddof=0) cov(v,x[0]*x[1]) cov(x,y) corrcoef(s) corrcoef(v,v*v)
"""

PRODUCTS = """
    dot(x,s) dot(v,v) dot(a,x) dot(s,v) dot(b,b) dot(x,v) vdot(x,y) inner(x,y) inner(v,v) outer(x,y) outer(v,w)
    tensordot(b,b) tensordot(b,b,axes=1) tensordot(x,y,axes=([1],[1])) tensordot(x,y,axes=(0,0)) kron(x,y) kron(v,w)
    einsum('ij,ij->i',x,y) einsum('ij,jk',x,s) einsum('ii',s) einsum(x,[0,1],s,[1,2],[0,2]) einsum('ij->ji',x)
    cross(v,v*v) cross(x,y) cross(x.T,y.T,axis=0) cross(x,v) convolve(v,w) convolve(w,v,'same')
    convolve(v,w,'valid') convolve(v,w,mode='same') correlate(v,w) correlate(w,v,'full') correlate(v,w,'same')
    correlate(w,v,'same') correlate(v+1j*v,w,'full') trace(s) trace(s,offset=1) trace(b,axis1=1,axis2=2)
    linalg.norm(x) linalg.norm(v,1) linalg.norm(x,axis=1) linalg.norm(s,'nuc') linalg.norm(s,2)
    linalg.norm(x,np.inf) linalg.norm(x,axis=(0,1)) linalg.norm(x,keepdims=True) linalg.norm(v,np.inf)
    linalg.norm(b,axis=(1,2),ord=1) linalg.matrix_norm(s) linalg.matrix_norm(s,ord=2) linalg.vector_norm(x)
    linalg.vector_norm(x,axis=0,ord=3) linalg.cond(s) linalg.cond(s,1) linalg.det(s) linalg.det(b) linalg.inv(s)
    linalg.inv(b) linalg.solve(s,v) linalg.solve(s,x.T) linalg.solve(b,b+1) linalg.slogdet(s) linalg.cholesky(h@h.T)
    linalg.pinv(x) linalg.pinv(s) linalg.matrix_power(s,3) linalg.multi_dot([x,s,v]) linalg.svd(x,compute_uv=False)
    linalg.svdvals(x) linalg.eigvalsh(h+h.T) linalg.eigh(h+h.T)[0] linalg.eigvals(h)[0]*0+1 linalg.qr(s,'r')**2
    linalg.qr(s)[1]**2 linalg.lstsq(x.T,v,rcond=None)[0] linalg.lstsq(x.T,v)[1]
    linalg.tensorsolve(s.reshape(3,1,3),v.reshape(3,1)) linalg.tensorinv(s.reshape(3,3),ind=1) linalg.trace(b)
    linalg.diagonal(b) linalg.cross(x,y) linalg.outer(v,w) linalg.tensordot(x,y,axes=2) linalg.matmul(x,s)
    linalg.matrix_transpose(b) linalg.vecdot(x,y) linalg.svd(x)[1] linalg.eig(h)[0]*0+1 fft.fft(v) fft.fft(x,axis=0)
    fft.fft(x,n=5) fft.ifft(v) fft.rfft(w) fft.irfft(v) fft.irfft(w,n=5) fft.hfft(v) fft.ihfft(w) fft.fft2(x)
    fft.ifft2(x) fft.rfft2(x) fft.irfft2(b) fft.fftn(b) fft.fftn(b,axes=(0,1)) fft.ifftn(x) fft.rfftn(b)
    fft.irfftn(b) fft.fftshift(x) fft.ifftshift(x,axes=1) fft.fft(v,norm='ortho')
"""

SHAPES = """
    reshape(x,(3,2)) reshape(x,-1) ravel(x) transpose(x) transpose(b,(1,0,2)) permute_dims(b,(2,0,1))
    matrix_transpose(x) swapaxes(b,0,2) moveaxis(b,0,-1) rollaxis(b,2) rollaxis(b,1,3) expand_dims(x,0)
    expand_dims(x,(0,-1)) squeeze(x[:,:1]) squeeze(x[None],axis=0) broadcast_to(v,(2,3)) broadcast_arrays(x,v)
    atleast_1d(a) atleast_2d(v) atleast_3d(x) atleast_1d(a,v) concatenate([x,y]) concatenate([x,y],axis=1)
    concatenate([x,v],axis=None) concat((x,y),axis=-1) stack([x,y]) stack([x,y],axis=-1) vstack([x,v]) hstack([v,w])
    hstack([x,y]) dstack([x,y]) column_stack([v,v]) append(x,v) append(x,y,axis=0) block([[x,x],[y,y]])
    block([v,1.0,w]) split(w,2) split(x,[1],axis=1) array_split(w,3) hsplit(x,3) vsplit(x,2) dsplit(b,2) unstack(x)
    unstack(x,axis=1) tile(v,2) tile(x,(2,1)) repeat(x,2) repeat(x,[1,2],axis=0) repeat(x,2,axis=1) flip(x)
    flip(x,0) flip(b,(0,2)) fliplr(x) flipud(x) roll(x,1) roll(x,1,axis=1) roll(x,(1,2),axis=(0,1)) rot90(x)
    rot90(x,k=3) pad(x,1) pad(x,((1,0),(0,2)),constant_values=a) pad(v,2,mode='reflect') pad(v,(1,2),'edge')
    lib.stride_tricks.sliding_window_view(v,2) lib.stride_tricks.sliding_window_view(b,(1,2),(0,-1))
    lib.stride_tricks.sliding_window_view(x,(2,2)) lib.stride_tricks.sliding_window_view(w,(2,2),(0,0))
    pad(v,1,mode='wrap') pad(x,1,mode='symmetric') insert(v,1,a) insert(x,1,y[:,0],axis=1) delete(v,1)
    delete(x,[0],axis=0) resize(v,(2,2)) trim_zeros(v*np.array([0.0,1.0,0.0])) diag(v) diag(s) diag(s,1) diagflat(x)
    diagonal(s,1) diagonal(b,axis1=1,axis2=2) tril(s) triu(s,k=1) vander(v) vander(v,4,increasing=True)
    meshgrid(v,w) meshgrid(v,w,indexing='ij',sparse=True) copy(x) astype(x,np.float32) full_like(x,a)
    apply_along_axis(np.sum,1,x) apply_along_axis(np.cumsum,0,x) apply_over_axes(np.sum,b,[0,2])
"""

CHOICES = """
    where(x>0,x,y) where(x>0,x,0.0) take(x,[0,4]) take(x,[1,0],axis=1) take(v,5,mode='wrap')
    take_along_axis(x,x.argsort(1),1) take_along_axis(x,np.array([[0],[2]]),axis=1)
    compress([True,False,True],x,axis=1) extract(x>0,x) choose([0,1,0],[v,v*2]) select([x>1,x>0],[x,x*x],default=y)
    select([x>1],[x]) piecewise(v,[v<0,v>=0],[lambda q:-q,lambda q:q*q]) piecewise(v,[v<0],[0.0,lambda q:q*3])
    clip(x,-0.5,1.0) clip(x,None,1.0) clip(x,v-1,v+1) clip(x,min=0.0) sort(x) sort(x,axis=0) sort(x,axis=None)
    partition(w,2) sort_complex(v) unique(x) unique(x,return_counts=True)[0] unique(x,axis=0) unique_values(v)
    union1d(v,w) intersect1d(v,v[:2]) setdiff1d(v,v[:1]) setxor1d(v,w) diff(x) diff(x,n=2) diff(x,axis=0)
    diff(v,prepend=0.5) diff(v,append=w) ediff1d(v) ediff1d(v,to_begin=1.0,to_end=w) gradient(v) gradient(x)
    gradient(w,0.5) gradient(x,axis=1) gradient(w,t) gradient(v,edge_order=2) gradient(x,0.5,t[:3]) trapezoid(x)
    trapezoid(w,t) trapezoid(x,dx=0.5,axis=0) trapezoid(x,x=t[:3]) interp(u[0],t,w) interp(t*0.9,t,w)
    interp(v,t,w,left=a,right=2.0) unwrap(w*3) linspace(a,3.0,5) linspace(v,v*2,3,endpoint=False) logspace(a,2.0,4)
    geomspace(a,30.0,4) linspace(v,v+1,3,axis=-1) poly(v) polyval(v,w) polyadd(v,w) polysub(w,v) polymul(v,w)
    polyder(w) polyder(w,2) polyint(v) polyint(v,m=2,k=[1.0,2.0]) polyfit(t,w,2) roots(w)[0]*0+1 real(x)
    real(x+1j*y) imag(x+1j*y) imag(x) angle(x+1j*y) angle(x+1j*y,deg=True) real_if_close(x) nan_to_num(x) round(x)
    round(x,1) around(x,2) fix(x) sinc(x) i0(x) bincount([0,2,1],weights=v) bincount([0,2,2],weights=v,minlength=5)
"""

REFUSED = """
    spacing(x) histogram(x) histogram2d(v,v) histogramdd(x) histogram_bin_edges(x) polydiv(w,v) put(np.zeros(3),0,a)
    place(np.zeros(3),np.array([True,False,True]),v) putmask(np.zeros(3),np.array([True,False,True]),v)
    copyto(np.zeros(3),v) fill_diagonal(np.zeros((3,3)),v) put_along_axis(np.zeros(3),np.array([0]),v[:1],0)
    unique_all(x) unique_counts(x) unique_inverse(x) packbits(x) unpackbits(x) ix_(v) unravel_index(v,(9,9))
    ravel_multi_index([v,v],(9,9)) busday_count(v,v) busday_offset(v,v) is_busday(v) datetime_as_string(v)
    savetxt('no.txt',x) save('no.npy',x) savez('no.npz',x) savez_compressed('no.npz',x) asarray(x) array(x)
    array([a,a]) asanyarray(x) ascontiguousarray(x) float64(a) full(3,a) fromiter([a,a],float)
    sum(x,out=np.zeros(())) add(x,y,out=np.zeros((2,3))) exp(x,where=x>0) add.reduceat(v,[0])
    add.at(np.zeros(3),[0],a) reshape(x,(3,2),order='F') quantile(x,0.5,method='hazen') max(x,where=x>0) arange(a)
    zeros(3).fill(a) zeros(3).__setitem__(0,a) zeros(3).__setitem__(slice(None),v) random.normal(v)
    lib.stride_tricks.sliding_window_view(x,2,0,writeable=True)
    interp(v,t,w,period=3) linalg.qr(s,'raw') pad(v,1,mode='mean') zeros(3).__iadd__(v) isnat(x) bitwise_count(x)
"""


def written(text: str) -> list[str]:
    """Return the calls of a list; a blank parts two where no bracket is open."""
    found, depth = [""], 0
    for letter in text:
        depth += (letter in "([{") - (letter in ")]}")
        if letter.isspace() and not depth:
            found.append("")
        else:
            found[-1] += letter
    return [f"np.{part}" for part in found if part]


RECORDED = [call for text in (UFUNCS, REDUCTIONS, PRODUCTS, SHAPES, CHOICES) for call in written(text)]
