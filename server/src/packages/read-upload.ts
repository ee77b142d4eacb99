import { ApiError } from '@simdeck/contract/errors.ts'
import { type CapContents, type CapFacts, maxLabelLength } from '@simdeck/contract/packages.ts'
import { formatAid, packageTypeOf } from '@simdeck/protocol/aid.ts'
import { toHex } from '@simdeck/protocol/bytes.ts'
import { CapError } from '@simdeck/protocol/cap/cap-error.ts'
import { capFlags } from '@simdeck/protocol/cap/components.ts'
import { type Cap, readCap } from '@simdeck/protocol/cap/read-cap.ts'
import { ProtocolError } from '@simdeck/protocol/errors.ts'
import { loadFileHash } from '@simdeck/protocol/gp/load-file.ts'
import { capFaultTexts } from './cap-fault-texts.ts'
import { readZip } from './zip.ts'

/** The stored content of a CAP file; `name` is that of the Java package. */
export type UploadedPackage = {
  facts: CapFacts
  /** The value of the C4 TLV, without the Descriptor component. */
  loadFile: Uint8Array
}

/** Reads a CAP file. Throws `ApiError('invalidZip')` with the reason. */
export async function readUpload(bytes: Uint8Array): Promise<UploadedPackage> {
  try {
    const cap = readCap(await readZip(bytes))
    const loadFile = cap.loadFileData({ descriptor: false })
    const packageAID = formatAid(cap.packageAid)
    return {
      loadFile,
      facts: {
        packageAID,
        otaVersion: `${cap.packageVersion.major}.${cap.packageVersion.minor}`,
        type: packageTypeOf(packageAID),
        name: cap.packageName,
        applets: cap.applets.map(({ aid }) => formatAid(aid)),
        imports: cap.imports.map(({ aid, major, minor }) => `${formatAid(aid)} ${major}.${minor}`),
        loadLength: loadFile.length,
        loadSha256: toHex(loadFileHash(loadFile)),
        builtAt: cap.manifest.createdAt?.toISOString() ?? null,
        contents: contentsOf(cap),
      },
    }
  } catch (error) {
    if (error instanceof CapError) throw new ApiError('invalidZip', { detail: capFaultTexts[error.fault](error.what) })
    if (error instanceof ProtocolError) throw new ApiError('invalidZip')
    throw error
  }
}

function contentsOf({ format, flags, components }: Cap): CapContents {
  return {
    format: `${format.major}.${format.minor}`,
    usesInt: (flags & capFlags.int) !== 0,
    exports: (flags & capFlags.export) !== 0,
    components: components.map(({ name, bytes }) => ({ name, bytes: bytes.length, loaded: name !== 'Descriptor' && name !== 'Debug' })),
  }
}

/** The text reduced to the characters of a label, 3 to 62 of them; the AID if fewer than 3 are left. */
export function labelFrom(text: string, packageAid: string): string {
  const usable = text
    .replaceAll(/[^A-Za-z0-9 ._-]+/g, '-')
    .replaceAll(/^[-\s]+|[-\s]+$/g, '')
    .slice(0, maxLabelLength)
  return usable.length >= 3 ? usable : packageAid
}
