/** Octets of the instance of an applet and of its entry in the registry of a card. */
export const instanceMemory = 512

/** Octets of memory that a card needs for a load file of this length, its instance and its registry entry. */
export const memoryFor = (loadLength: number): number => loadLength + instanceMemory
