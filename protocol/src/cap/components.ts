/**
 * The components of a CAP file (JCVM 3.1 §6.1, table 6-1), in the order of their tags, which is also the order of
 * the sizes in Directory. The file name is compared without regard to case.
 */
export const capComponents = [
  { name: 'Header', tag: 1, file: 'Header.cap', mandatory: true },
  { name: 'Directory', tag: 2, file: 'Directory.cap', mandatory: true },
  { name: 'Applet', tag: 3, file: 'Applet.cap', mandatory: false },
  { name: 'Import', tag: 4, file: 'Import.cap', mandatory: true },
  { name: 'ConstantPool', tag: 5, file: 'ConstantPool.cap', mandatory: true },
  { name: 'Class', tag: 6, file: 'Class.cap', mandatory: true },
  { name: 'Method', tag: 7, file: 'Method.cap', mandatory: true },
  { name: 'StaticField', tag: 8, file: 'StaticField.cap', mandatory: true },
  { name: 'ReferenceLocation', tag: 9, file: 'RefLocation.cap', mandatory: true },
  { name: 'Export', tag: 10, file: 'Export.cap', mandatory: false },
  { name: 'Descriptor', tag: 11, file: 'Descriptor.cap', mandatory: true },
  { name: 'Debug', tag: 12, file: 'Debug.cap', mandatory: false },
  { name: 'StaticResources', tag: 13, file: 'StaticResources.cap', mandatory: false },
] as const

export type CapComponentName = (typeof capComponents)[number]['name']

/** The order in which components go to the card (JCVM 3.1 §6.2, table 6-2). Descriptor is optional there. Debug is never loaded. */
export const capLoadOrder: readonly CapComponentName[] = [
  'Header',
  'Directory',
  'Import',
  'Applet',
  'Class',
  'Method',
  'StaticField',
  'Export',
  'ConstantPool',
  'ReferenceLocation',
  'StaticResources',
  'Descriptor',
]

/** `flags` of Header (JCVM 3.1 §6.4, table 6-3). */
export const capFlags = { int: 0x01, export: 0x02, applet: 0x04, extended: 0x08 } as const

/** The first four octets of Header's info (JCVM 3.1 §6.4). */
export const capMagic = 0xdecaffed

/**
 * The number of component sizes in Directory, for a CAP format of major version 2 (JCVM 3.1 §6.5): format 2.2 added Debug, format 2.3
 * added StaticResources, whose size alone has four octets. Undefined for an unknown format.
 */
export function directorySizeWidths(minor: number): readonly number[] | undefined {
  const upToDescriptor = Array.from({ length: 11 }, () => 2)
  if (minor === 1) return upToDescriptor
  if (minor === 2) return [...upToDescriptor, 2]
  if (minor === 3) return [...upToDescriptor, 2, 4]
  return undefined
}
