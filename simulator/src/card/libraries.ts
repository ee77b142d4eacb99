/** A package in the card's ROM: its highest minor version of one major version. Any lower minor version resolves too. */
export interface Library {
  name: string
  aid: string
  major: number
  minor: number
  moduleAids: string[]
}

const library = (name: string, aid: string, version: `${number}.${number}`, moduleAids: string[] = []): Library => {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return { name, aid, major, minor, moduleAids }
}

/** The package of which supplementary security domains are instances, under the AIDs that card makers use for it. */
export const securityDomainPackage = { aid: 'A0000001515350', moduleAid: 'A000000151535041' } as const

/**
 * The API packages of a UICC with Java Card 3.1, GlobalPlatform 2.3 and Release 16, which real CAP files import. The AIDs are those of the
 * export files of Oracle, GlobalPlatform, ETSI TS 102 241, 3GPP TS 31.130 and TS 43.019.
 */
export const libraries: readonly Library[] = [
  library('java.lang', 'A0000000620001', '1.1'),
  library('java.io', 'A0000000620002', '1.0'),
  library('java.rmi', 'A0000000620003', '1.0'),
  library('javacard.framework', 'A0000000620101', '1.8'),
  library('javacard.framework.service', 'A000000062010101', '1.0'),
  library('javacard.security', 'A0000000620102', '1.8'),
  library('javacardx.crypto', 'A0000000620201', '1.8'),
  library('javacardx.security', 'A0000000620205', '1.1'),
  library('javacardx.framework.util', 'A000000062020801', '1.1'),
  library('javacardx.framework.util.intx', 'A00000006202080101', '1.0'),
  library('javacardx.framework.math', 'A000000062020802', '1.0'),
  library('javacardx.framework.tlv', 'A000000062020803', '1.0'),
  library('javacardx.framework.string', 'A000000062020804', '1.0'),
  library('javacardx.apdu', 'A0000000620209', '1.0'),
  library('javacardx.apdu.util', 'A000000062020901', '1.0'),
  library('security domains', securityDomainPackage.aid, '1.0', [securityDomainPackage.moduleAid]),
  library('org.globalplatform', 'A00000015100', '1.7'),
  library('org.globalplatform.contactless', 'A00000015102', '1.6'),
  library('org.globalplatform.securechannel', 'A00000015103', '1.4'),
  library('uicc.access', 'A0000000090005FFFFFFFF8911000000', '1.5'),
  library('uicc.access.fileadministration', 'A0000000090005FFFFFFFF8911010000', '1.2'),
  library('uicc.access.bertlvfile', 'A0000000090005FFFFFFFF8911020000', '1.0'),
  library('uicc.toolkit', 'A0000000090005FFFFFFFF8912000000', '1.15'),
  library('uicc.system', 'A0000000090005FFFFFFFF8913000000', '1.3'),
  library('uicc.usim.access', 'A0000000871005FFFFFFFF8913100000', '1.5'),
  library('uicc.usim.toolkit', 'A0000000871005FFFFFFFF8913200000', '1.8'),
  library('uicc.usim.geolocation', 'A0000000871005FFFFFFFF8913300000', '1.0'),
  library('sim.access', 'A0000000090003FFFFFFFF8910710001', '2.2'),
  library('sim.toolkit', 'A0000000090003FFFFFFFF8910710002', '2.6'),
]

const librariesByAid = new Map(libraries.map((one) => [one.aid, one]))

export function libraryOf(aid: string): Library | null {
  return librariesByAid.get(aid) ?? null
}
