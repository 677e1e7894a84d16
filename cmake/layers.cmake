# The layers of the project, lowest first, and what each may include. This table is the only place that says so: targets are made from it,
# and `scripts/check_layers.py` compares every `#include "layer/..."` under src/ with it.
#
#        layer     may use
fg_layer(base)
fg_layer(model     base)
fg_layer(policy    base model)
fg_layer(engine    base model policy)
fg_layer(analysis  base model policy engine)
fg_layer(report    base model policy engine analysis)
fg_layer(cli       base model policy engine analysis report)
