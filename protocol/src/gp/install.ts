import { checkAid } from '../aid.ts'
import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf } from '../bytes.ts'
import type { CommandCodec } from '../codec.ts'
import { ProtocolError } from '../errors.ts'
import { aidField, codecOf, lengthValue, record } from '../fields.ts'

export type InstallForLoad = {
  readonly loadFileAid: Uint8Array
  /** Empty: the security domain that is selected. */
  readonly securityDomainAid: Uint8Array
  /** Load file data block hash; empty when there is none. */
  readonly hash: Uint8Array
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

export type InstallForInstall = {
  readonly loadFileAid: Uint8Array
  readonly moduleAid: Uint8Array
  readonly instanceAid: Uint8Array
  /** One or three octets (GPC 2.3.1 §11.1.2). */
  readonly privileges: Uint8Array
  /** The encoded install parameters field; C9 is always in it. */
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** The security domain that receives the application or load file, and the AID of that application or load file. */
export type Extradition = { readonly securityDomainAid: Uint8Array; readonly aid: Uint8Array; readonly token: Uint8Array }

export type RegistryUpdate = {
  /** Empty: the application stays with its security domain. */
  readonly securityDomainAid: Uint8Array
  readonly aid: Uint8Array
  /** Empty: the privileges stay as they are. */
  readonly privileges: Uint8Array
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

export type MakeSelectable = Omit<RegistryUpdate, 'securityDomainAid'>

export type Install =
  | ({ readonly kind: 'load' } & InstallForLoad)
  /** `selectable` false: INSTALL [for install] alone. */
  | ({ readonly kind: 'install'; readonly selectable: boolean } & InstallForInstall)
  | ({ readonly kind: 'makeSelectable' } & MakeSelectable)
  | ({ readonly kind: 'extradition' } & Extradition)
  | ({ readonly kind: 'registryUpdate' } & RegistryUpdate)
  /** The next STORE DATA commands are for this application. */
  | { readonly kind: 'personalization'; readonly applicationAid: Uint8Array }

type Given<T, Required extends keyof T> = Pick<T, Required> & Partial<T>

/** An INSTALL to encode. Fields left out are empty; without `selectable` given, an instance is made selectable at once. */
export type GivenInstall =
  | ({ readonly kind: 'load' } & Given<InstallForLoad, 'loadFileAid'>)
  | ({ readonly kind: 'install'; readonly selectable?: boolean } & Given<
      InstallForInstall,
      'loadFileAid' | 'moduleAid' | 'instanceAid' | 'parameters'
    >)
  | ({ readonly kind: 'makeSelectable' } & Given<MakeSelectable, 'aid'>)
  | ({ readonly kind: 'extradition' } & Given<Extradition, 'aid' | 'securityDomainAid'>)
  | ({ readonly kind: 'registryUpdate' } & Given<RegistryUpdate, 'aid'>)
  | { readonly kind: 'personalization'; readonly applicationAid: Uint8Array }

const none = new Uint8Array(0)

const forLoad = codecOf<InstallForLoad>(
  record({ loadFileAid: aidField, securityDomainAid: lengthValue, hash: lengthValue, parameters: lengthValue, token: lengthValue }),
)
const forInstall = codecOf<InstallForInstall>(
  record({
    loadFileAid: aidField,
    moduleAid: aidField,
    instanceAid: aidField,
    privileges: lengthValue,
    parameters: lengthValue,
    token: lengthValue,
  }),
)
/** The six fields of every kind of INSTALL for content that is already on the card. A field that the kind does not use is empty. */
const forContent = codecOf<RegistryUpdate & { readonly unused: Uint8Array }>(
  record({
    securityDomainAid: lengthValue,
    unused: lengthValue,
    aid: aidField,
    privileges: lengthValue,
    parameters: lengthValue,
    token: lengthValue,
  }),
)
function contentFields({
  securityDomainAid = none,
  aid,
  privileges = none,
  parameters = none,
  token = none,
}: Given<RegistryUpdate, 'aid'>): Uint8Array {
  return forContent.encode({ securityDomainAid, unused: none, aid, privileges, parameters, token })
}

const p1 = {
  load: 0x02,
  install: 0x04,
  makeSelectable: 0x08,
  installAndMakeSelectable: 0x0c,
  extradition: 0x10,
  personalization: 0x20,
  registryUpdate: 0x40,
} as const

/**
 * INSTALL of every kind (GPC 2.3.1 §11.5). `decode` throws `ProtocolError('apdu')` for another P1 or P2, and `'truncated'`, `'trailing'` or
 * `'aid'` for the data.
 */
export const install: CommandCodec<Install, GivenInstall> = {
  encode: (given) => {
    const command = (kind: number, data: Uint8Array): CommandApdu => commandApdu(0x80, 0xe6, kind, 0x00, data)
    switch (given.kind) {
      case 'load': {
        const { loadFileAid, securityDomainAid = none, hash = none, parameters = none, token = none } = given
        return command(p1.load, forLoad.encode({ loadFileAid, securityDomainAid, hash, parameters, token }))
      }
      case 'install': {
        const { selectable = true, privileges = bytesOf(0x00), token = none } = given
        return command(selectable ? p1.installAndMakeSelectable : p1.install, forInstall.encode({ ...given, privileges, token }))
      }
      case 'extradition':
        checkAid(given.securityDomainAid)
        return command(p1.extradition, contentFields(given))
      case 'personalization':
        return command(p1.personalization, contentFields({ aid: given.applicationAid }))
      case 'makeSelectable':
      case 'registryUpdate':
        return command(p1[given.kind], contentFields(given))
    }
  },
  decode: (command) => {
    if (command.ins !== 0xe6 || command.p2 !== 0x00) throw new ProtocolError('apdu', 'not an INSTALL that is known here')
    switch (command.p1) {
      case p1.load:
        return { kind: 'load', ...forLoad.decode(command.data) }
      case p1.install:
      case p1.installAndMakeSelectable:
        return { kind: 'install', selectable: command.p1 === p1.installAndMakeSelectable, ...forInstall.decode(command.data) }
      case p1.makeSelectable: {
        const { aid, privileges, parameters, token } = forContent.decode(command.data)
        return { kind: 'makeSelectable', aid, privileges, parameters, token }
      }
      case p1.extradition: {
        const { securityDomainAid, aid, token } = forContent.decode(command.data)
        return { kind: 'extradition', securityDomainAid: checkAid(securityDomainAid), aid, token }
      }
      case p1.personalization:
        return { kind: 'personalization', applicationAid: forContent.decode(command.data).aid }
      case p1.registryUpdate: {
        const { unused: _, ...update } = forContent.decode(command.data)
        return { kind: 'registryUpdate', ...update }
      }
      default:
        throw new ProtocolError('apdu', `INSTALL with P1 ${command.p1.toString(16).padStart(2, '0')} is not known here`)
    }
  },
}
