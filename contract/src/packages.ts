import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Uses } from './errors.ts'
import { listQuery } from './list.ts'

export const packageTypes = ['Poller', 'Telemetry', 'MultiIMSI', 'IotSafe', 'custom'] as const
export type PackageType = (typeof packageTypes)[number]

export const aidHex = z
  .string()
  .regex(/^([0-9A-Fa-f]{2}){5,16}$/)
  .transform((hex) => hex.toUpperCase())
/** 3–62 characters of alphanumerics, space, dot, hyphen, underscore (specification §5). */
const storedLabel = z.string().regex(/^[A-Za-z0-9 ._-]{3,62}$/)
/** A label as it is written. Blanks around it are left out, so that none consists of blanks. */
export const label = z
  .string()
  .trim()
  .regex(/^[A-Za-z0-9 ._-]{3,62}$/)
export const maxLabelLength = 62
const otaVersion = z.string().regex(/^\d{1,3}\.\d{1,3}$/)

/** The contents of a CAP file by component (JCVM 3.1 §6). */
export const capContents = z.object({
  /** The format of the CAP file, major.minor. */
  format: z.string(),
  /** True if the code needs the type `int`, which cards may lack. */
  usesInt: z.boolean(),
  /** True if other packages can import the package. */
  exports: z.boolean(),
  /** The components in the order of loading, with their sizes in bytes. A component that is not `loaded` stays in the file. */
  components: z.array(z.object({ name: z.string(), bytes: z.number(), loaded: z.boolean() })),
})
export type CapContents = z.infer<typeof capContents>

/** The facts that are read from a CAP file. */
export const capFacts = z.object({
  packageAID: z.string(),
  otaVersion: z.string(),
  type: z.enum(packageTypes),
  name: z.string(),
  applets: z.array(z.string()),
  imports: z.array(z.string()),
  /** The size of the load file in bytes (the value of C4, without Descriptor). */
  loadLength: z.number(),
  loadSha256: z.string(),
  builtAt: z.string().nullable(),
  contents: capContents,
})
export type CapFacts = z.infer<typeof capFacts>

export const otaPackage = capFacts.extend({
  id: z.number(),
  /** Null if the stored file cannot be read any more. */
  contents: capContents.nullable(),
  /** Bytes of free memory that an install needs on the card. */
  memoryNeeded: z.number(),
  label: z.string(),
  /** The same as `otaVersion`: the CAP's package version, major.minor. */
  version: z.string(),
  /** Free text for the operators. */
  notes: z.string(),
  /** The parameters that an install of the package begins with (the value of C9), in hex; null for none. */
  installParameters: z.string().nullable(),
  /** The parameters beside C9 that an install of the package begins with (`EF` and `EA`), in hex; null for none. */
  cardParameters: z.string().nullable(),
  createdAt: z.string(),
  /** The name of the member who added the package; null if the member was deleted. */
  createdBy: z.string().nullable(),
  updatedAt: z.string(),
  /** The number of SIMs that hold the package, and of SIMs that an open OTA writes it into. */
  simsUsing: z.number(),
  simsPending: z.number(),
})
export type OtaPackage = z.infer<typeof otaPackage>

export const packageSortFields = ['otaVersion', 'label', 'loadLength', 'builtAt', 'createdAt', 'updatedAt', 'packageAID'] as const

export const listPackages = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/list',
  needs: 'signedIn',
  summary: 'Packages of one AID or type',
  query: listQuery(packageSortFields, {
    packageAID: aidHex.optional(),
    type: z.enum(packageTypes).optional(),
    /** `true` lists libraries, which have no applet; `false` lists all others. */
    library: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
    search: z.string().trim().min(1).max(64).optional(),
  }),
  response: otaPackage,
  list: true,
})

const packageFound = capFacts.pick({ packageAID: true, otaVersion: true, type: true, name: true }).extend({ label: z.string() })
export type PackageFound = z.infer<typeof packageFound>

export const searchPackages = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/search',
  needs: 'signedIn',
  summary: 'Packages whose AID, version, label or name contains each word, newest first',
  query: z.strictObject({ q: z.string().trim().min(1).max(64), take: z.coerce.number().int().min(1).max(20).default(5) }),
  response: z.array(packageFound),
})

const packageKey = z.strictObject({ packageAID: aidHex, otaVersion, label: storedLabel })
export type PackageKey = z.output<typeof packageKey>
export const packageKeySchema = packageKey

export const getPackage = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/detail/{packageAID}/{otaVersion}/{label}',
  needs: 'signedIn',
  summary: 'One package',
  params: packageKey,
  response: otaPackage,
  errors: ['packageNotFound'],
})

/** The longest notes of a package, in characters. */
export const maxNotesLength = 2000
/** The applet's own data (the value of C9) in hex. */
export const installParameters = z.string().regex(/^([0-9A-Fa-f]{2}){0,200}$/)

/** Changes of a package; a field that is left out stays as it is. */
export const updatePackage = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/packages/update/{packageAID}/{otaVersion}/{label}',
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Change the label, the notes and the default parameters of a package; its file stays as it is',
  params: packageKey,
  body: z.strictObject({
    label: label.optional(),
    notes: z.string().trim().max(maxNotesLength).optional(),
    /** Null: none. */
    installParameters: installParameters.nullable().optional(),
    /** The parameters beside C9, which the card itself reads: `EF` and `EA`. Null: none. */
    cardParameters: installParameters.nullable().optional(),
  }),
  response: otaPackage,
  errors: ['emptyParameters', 'packageNotFound', 'packageExists'],
})

export const duplicatePackage = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/duplicate',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Store a copy of a package under another label',
  body: z.strictObject({
    ...packageKey.shape,
    /** The label of the copy. Without it, the label of the package with `copy`, or `copy 2` and so on. */
    newLabel: label.optional(),
  }),
  response: otaPackage,
  errors: ['packageNotFound', 'packageExists'],
})

export const packageUses = z.object({
  /** The number of SIMs that hold the package, and of SIMs with an open OTA of it. */
  simsHolding: z.number(),
  simsAwaiting: z.number(),
  /** The campaigns of the package that have not ended, newest first; at most ten. */
  campaigns: z.array(z.object({ id: z.number(), name: z.string() })),
  moreCampaigns: z.number(),
}) satisfies z.ZodType<Uses>

export const getPackageUses = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/uses/{packageAID}/{otaVersion}/{label}',
  needs: 'signedIn',
  summary: 'The uses of a package that prevent its deletion',
  params: packageKey,
  response: packageUses,
  errors: ['packageNotFound'],
})

export const deletePackage = endpoint({
  method: 'DELETE',
  api: 'ota',
  path: '/packages/delete/{packageAID}/{otaVersion}/{label}',
  needs: 'OTA_DELETE',
  action: 'otaDelete',
  summary: 'Delete a package that no SIM holds or awaits and that no open campaign uses; `uses` of a refusal names the uses',
  params: packageKey,
  errors: ['packageNotFound', 'packageInUse'],
})

/** The largest CAP file, zipped. */
export const maxCapBytes = 1024 * 1024
const capFile = { field: 'capFile', maxBytes: maxCapBytes }

export const uploadPackage = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/upload',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Store a CAP file as a package',
  file: capFile,
  body: z.strictObject({ label: label.optional() }),
  response: otaPackage,
  errors: ['invalidZip', 'packageExists', 'payloadTooLarge'],
})

export const uploadPackageOfAid = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/upload/{packageAID}',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Store a CAP file of this package AID as a package',
  params: z.strictObject({ packageAID: aidHex }),
  file: capFile,
  body: z.strictObject({ label: label.optional() }),
  response: otaPackage,
  errors: ['invalidZip', 'otherPackageAid', 'packageExists', 'payloadTooLarge'],
})

export const getTargetPackageAid = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/getTargetPackageAID',
  needs: 'signedIn',
  summary: 'Check the content of a CAP file without storing it',
  file: capFile,
  response: capFacts,
  errors: ['invalidZip', 'payloadTooLarge'],
})

/** A package AID; a tab of the package list. */
export const managedPackageAid = z.object({
  id: z.number(),
  packageAID: z.string(),
  label: z.string(),
  type: z.enum(packageTypes),
  packages: z.number(),
})
export type ManagedPackageAid = z.infer<typeof managedPackageAid>

export const listManagedPackageAids = endpoint({
  method: 'GET',
  api: 'ota',
  path: '/packages/managedPackageAIDs',
  needs: 'signedIn',
  summary: 'The package AIDs, with their labels and the numbers of their packages',
  response: z.array(managedPackageAid),
})

export const createManagedPackageAid = endpoint({
  method: 'POST',
  api: 'ota',
  path: '/packages/managedPackageAIDs',
  needs: 'OTA_CREATE',
  action: 'otaAdd',
  summary: 'Add a package AID before its first package',
  body: z.strictObject({ packageAID: aidHex, label }),
  response: managedPackageAid,
  errors: ['managedAidExists'],
})

export const updateManagedPackageAid = endpoint({
  method: 'PUT',
  api: 'ota',
  path: '/packages/managedPackageAID/update/{id}',
  needs: 'OTA_UPDATE',
  action: 'otaUpdate',
  summary: 'Change the label of a package AID',
  params: z.strictObject({ id: z.coerce.number().int().positive() }),
  body: z.strictObject({ label }),
  response: managedPackageAid,
  errors: ['managedAidNotFound'],
})

export const deleteManagedPackageAids = endpoint({
  method: 'DELETE',
  api: 'ota',
  path: '/packages/managedPackageAIDs',
  needs: 'OTA_DELETE',
  action: 'otaDelete',
  summary: 'Delete package AIDs with their packages, all or none; those of the poller stay',
  body: z.strictObject({
    ids: z.array(z.number().int().positive()).min(1).max(100),
    /** The number of packages that are deleted with the AIDs. Another number is refused. */
    packages: z.number().int().min(0).default(0),
  }),
  errors: ['managedAidNotFound', 'pollerAidStays', 'managedAidNotEmpty', 'packageInUse'],
})
