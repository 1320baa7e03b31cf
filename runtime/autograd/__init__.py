"""What users ask of the engine: `backward`, `grad`, and the method of tensors."""
