motley-profile 1
name branches
batch 32
layer 0 input forward=0 backward=0 activation=19000000 parameters=0
layer 1 conv forward=0.0034 backward=0.0068 weight=0.0034 activation=384000000 parameters=6835
layer 2 "short cut" forward=0 backward=0 activation=19000000 parameters=0
layer 3 add forward=0.0001 backward=0 activation=384000000 parameters=0 saved=0
edge 0 1
edge 0 2
edge 1 3
edge 2 3
end
