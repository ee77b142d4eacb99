import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { Link } from '@tanstack/react-router'
import { Copyable, HexText } from '../../ui/value/Copyable.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { useText } from '../../ui/words/text.ts'
import { PackageComponents, PackageNeeds } from './PackageComponents.tsx'
import { PackageDifference } from './PackageDifference.tsx'
import { importOf, resolves } from './import-names.ts'
import { usePackagesOf } from '../package-queries.ts'
import { packageText } from '../package-text.ts'
import { packageTypeText } from '../package-type.ts'
import css from '../packages.module.css'

/** Contents of the CAP file: facts, applets, imported packages. */
export function PackageContents({ of }: { of: OtaPackage }) {
  const t = useText(packageText)
  const types = useText(packageTypeText)
  return (
    <>
      <Section title={t.facts}>
        <Facts
          facts={[
            { name: t.type, value: types[of.type] },
            { name: t.name, value: of.name },
            { name: t.version, value: of.otaVersion },
            { name: t.label, value: of.label },
            { name: t.packageAid, value: <Aid value={of.packageAID} name={t.packageAid} /> },
            { name: t.loadSize, value: t.bytes(formatNumber(of.loadLength)) },
            { name: t.sha, value: <Aid value={of.loadSha256} name={t.hash} /> },
          ]}
        />
      </Section>
      <Section title={t.applets} note={t.appletCount(of.applets.length)}>
        {of.applets.length === 0 ? (
          <p className={css.grey}>{t.library}</p>
        ) : (
          <ul className={css.rows}>
            {of.applets.map((aid) => (
              <li key={aid}>
                <Aid value={aid} name="AID" />
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title={t.imports} note={of.imports.length > 0 && t.importsNote}>
        {of.imports.length === 0 ? <p className={css.grey}>{t.noImports}</p> : <Imports imports={of.imports} />}
      </Section>
      <PackageNeeds of={of} />
      <PackageComponents of={of} />
      <PackageDifference of={of} />
    </>
  )
}

function Imports({ imports }: { imports: readonly string[] }) {
  return (
    <ul className={css.rows}>
      {imports.map((text) => (
        <Import key={text} text={text} />
      ))}
    </ul>
  )
}

/** Row of an imported package. It names a known API package, and links any other import to the registered packages that provide it. */
function Import({ text }: { text: string }) {
  const t = useText(packageText)
  const { aid, version, name } = importOf(text)
  const { data } = usePackagesOf(aid, name === null)
  const providers = data?.data.filter(({ otaVersion }) => resolves(otaVersion, version)) ?? []
  return (
    <li className={css.import}>
      <span>
        {name ?? (
          <>
            {data && providers.length === 0 && <span className={css.grey}>{t.unknownPackage}</span>}
            {providers.map(({ packageAID, otaVersion, label, name: provider }) => (
              <div key={`${otaVersion} ${label}`}>
                <Link to="/otas/package/detail/$packageAID/$otaVersion/$label" params={{ packageAID, otaVersion, label }}>
                  <bdi>{provider}</bdi> {otaVersion}
                </Link>
              </div>
            ))}
          </>
        )}
      </span>
      <span>{version}</span>
      <Aid value={aid} name="AID" />
    </li>
  )
}

function Aid({ value, name }: { value: string; name: string }) {
  return (
    <Copyable value={value} name={name}>
      <HexText value={value} />
    </Copyable>
  )
}
