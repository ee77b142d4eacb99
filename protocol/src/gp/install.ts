import { checkAid } from '../aid.ts'
import { commandApdu } from '../apdu.ts'
import type { CommandApdu } from '../apdu.ts'
import { bytesOf, concat, lv, Reader } from '../bytes.ts'
import { ProtocolError } from '../errors.ts'

const none = new Uint8Array(0)

export type InstallForLoad = {
  readonly loadFileAid: Uint8Array
  /** Empty: the security domain that is selected. */
  readonly securityDomainAid: Uint8Array
  /** Load file data block hash; empty when there is none. */
  readonly hash: Uint8Array
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** INSTALL [for load] (GPC 2.3.1 §11.5.2.3.1). */
export function installForLoad(install: Pick<InstallForLoad, 'loadFileAid'> & Partial<InstallForLoad>): CommandApdu {
  const { loadFileAid, securityDomainAid = none, hash = none, parameters = none, token = none } = install
  return commandApdu(0x80, 0xe6, 0x02, 0x00, concat(lv(checkAid(loadFileAid)), lv(securityDomainAid), lv(hash), lv(parameters), lv(token)))
}

export type InstallForInstall = {
  readonly loadFileAid: Uint8Array
  readonly moduleAid: Uint8Array
  readonly instanceAid: Uint8Array
  /** One or three octets (GPC 2.3.1 §11.1.2). */
  readonly privileges: Uint8Array
  /** The encoded install parameters field, C9 always in it. */
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** INSTALL [for install and make selectable] (GPC 2.3.1 §11.5.2.3.2); without privileges and token unless given. */
export function installForInstall(
  install: Omit<InstallForInstall, 'privileges' | 'token'> & Partial<Pick<InstallForInstall, 'privileges' | 'token'>>,
): CommandApdu {
  const { loadFileAid, moduleAid, instanceAid, privileges = bytesOf(0x00), parameters, token = none } = install
  const aids = concat(lv(checkAid(loadFileAid)), lv(checkAid(moduleAid)), lv(checkAid(instanceAid)))
  return commandApdu(0x80, 0xe6, 0x0c, 0x00, concat(aids, lv(privileges), lv(parameters), lv(token)))
}

/** INSTALL [for personalization] (GPC 2.3.1 §11.5.2.3.6): the next STORE DATA commands are for this application. */
export function installForPersonalization(applicationAid: Uint8Array): CommandApdu {
  return commandApdu(0x80, 0xe6, 0x20, 0x00, concat(bytesOf(0, 0), lv(checkAid(applicationAid)), bytesOf(0, 0, 0)))
}

/** The security domain that shall have the application or load file, and which of the two. */
export type Extradition = { readonly securityDomainAid: Uint8Array; readonly aid: Uint8Array; readonly token: Uint8Array }

/** INSTALL [for extradition] (GPC 2.3.1 §11.5.2.3.4); without token unless given. */
export function installForExtradition({
  securityDomainAid,
  aid,
  token = none,
}: Omit<Extradition, 'token'> & Partial<Extradition>): CommandApdu {
  const data = concat(lv(checkAid(securityDomainAid)), lv(none), lv(checkAid(aid)), lv(none), lv(none), lv(token))
  return commandApdu(0x80, 0xe6, 0x10, 0x00, data)
}

export type RegistryUpdate = {
  /** Empty: it stays with its security domain. */
  readonly securityDomainAid: Uint8Array
  readonly aid: Uint8Array
  /** Empty: as they were. */
  readonly privileges: Uint8Array
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** INSTALL [for registry update] (GPC 2.3.1 §11.5.2.3.5); what is not given stays as it is. */
export function installForRegistryUpdate(update: Pick<RegistryUpdate, 'aid'> & Partial<RegistryUpdate>): CommandApdu {
  const { securityDomainAid = none, aid, privileges = none, parameters = none, token = none } = update
  const data = concat(lv(securityDomainAid), lv(none), lv(checkAid(aid)), lv(privileges), lv(parameters), lv(token))
  return commandApdu(0x80, 0xe6, 0x40, 0x00, data)
}

export type MakeSelectable = {
  readonly aid: Uint8Array
  readonly privileges: Uint8Array
  readonly parameters: Uint8Array
  readonly token: Uint8Array
}

/** INSTALL [for make selectable] (GPC 2.3.1 §11.5.2.3.3). */
export function installForMakeSelectable(make: Pick<MakeSelectable, 'aid'> & Partial<MakeSelectable>): CommandApdu {
  const { aid, privileges = none, parameters = none, token = none } = make
  return commandApdu(0x80, 0xe6, 0x08, 0x00, concat(lv(none), lv(none), lv(checkAid(aid)), lv(privileges), lv(parameters), lv(token)))
}

export type Install =
  | ({ readonly kind: 'load' } & InstallForLoad)
  /** `selectable` false: INSTALL [for install] alone. */
  | ({ readonly kind: 'install'; readonly selectable: boolean } & InstallForInstall)
  | ({ readonly kind: 'makeSelectable' } & MakeSelectable)
  | ({ readonly kind: 'extradition' } & Extradition)
  | ({ readonly kind: 'registryUpdate' } & RegistryUpdate)
  | { readonly kind: 'personalization'; readonly applicationAid: Uint8Array }

/** Card: reads INSTALL. Throws `ProtocolError('apdu')` for another P1 or P2, `'truncated' | 'trailing' | 'aid'` for its data. */
export function parseInstall(command: CommandApdu): Install {
  if (command.ins !== 0xe6 || command.p2 !== 0x00) throw new ProtocolError('apdu', 'not an INSTALL that is known here')
  const reader = new Reader(command.data)
  const install = parseKind(command.p1, reader)
  reader.end()
  return install
}

function parseKind(p1: number, reader: Reader): Install {
  switch (p1) {
    case 0x02:
      return {
        kind: 'load',
        loadFileAid: checkAid(reader.lv()),
        securityDomainAid: reader.lv(),
        hash: reader.lv(),
        parameters: reader.lv(),
        token: reader.lv(),
      }
    case 0x04:
    case 0x0c:
      return {
        kind: 'install',
        selectable: p1 === 0x0c,
        loadFileAid: checkAid(reader.lv()),
        moduleAid: checkAid(reader.lv()),
        instanceAid: checkAid(reader.lv()),
        privileges: reader.lv(),
        parameters: reader.lv(),
        token: reader.lv(),
      }
    case 0x08: {
      const { aid, ...rest } = readUpdate(reader)
      return { kind: 'makeSelectable', aid, privileges: rest.privileges, parameters: rest.parameters, token: rest.token }
    }
    case 0x10: {
      const { securityDomainAid, aid, token } = readUpdate(reader)
      return { kind: 'extradition', securityDomainAid: checkAid(securityDomainAid), aid, token }
    }
    case 0x20:
      return { kind: 'personalization', applicationAid: readUpdate(reader).aid }
    case 0x40:
      return { kind: 'registryUpdate', ...readUpdate(reader) }
    default:
      throw new ProtocolError('apdu', `INSTALL with P1 ${p1.toString(16).padStart(2, '0')} is not known here`)
  }
}

/** The six fields that the kinds for what is on the card already share; those a kind does not use are empty. */
function readUpdate(reader: Reader): RegistryUpdate {
  const securityDomainAid = reader.lv()
  reader.lv()
  return { securityDomainAid, aid: checkAid(reader.lv()), privileges: reader.lv(), parameters: reader.lv(), token: reader.lv() }
}
