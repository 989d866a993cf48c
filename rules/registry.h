/* The variants there are. A new one is a file, a declaration here and a line in registry.c. */
#ifndef AISE_RULES_REGISTRY_H
#define AISE_RULES_REGISTRY_H

#include "rules/variant.h"

extern const AiseVariant aise_variant_orthodox;
extern const AiseVariant aise_variant_doublemove;
extern const AiseVariant aise_variant_dynamo;
extern const AiseVariant aise_variant_dynamo_kk;
extern const AiseVariant aise_variant_double_dynamo;
extern const AiseVariant aise_variant_overloader_restorer;
extern const AiseVariant aise_variant_progressive;
extern const AiseVariant aise_variant_mutation_progressive;
extern const AiseVariant aise_variant_marseillais;

#endif
