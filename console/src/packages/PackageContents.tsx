import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { Copyable, HexText } from '../ui/Copyable.tsx'
import { formatNumber } from '../ui/numbers.ts'
import { Facts, Section } from '../ui/Page.tsx'
import { useText } from '../ui/text.ts'
import { importOf } from './import-names.ts'
import { packageText } from './package-text.ts'
import { packageTypeText } from './package-type.ts'
import css from './packages.module.css'

/** What the CAP file says of itself: its facts, its applets, the packages it needs on the card. */
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
    </>
  )
}

function Imports({ imports }: { imports: readonly string[] }) {
  const t = useText(packageText)
  return (
    <ul className={css.rows}>
      {imports.map((text) => {
        const { aid, version, name } = importOf(text)
        return (
          <li key={text} className={css.import}>
            <span>{name ?? <span className={css.grey}>{t.unknownPackage}</span>}</span>
            <span>{version}</span>
            <Aid value={aid} name="AID" />
          </li>
        )
      })}
    </ul>
  )
}

function Aid({ value, name }: { value: string; name: string }) {
  return (
    <Copyable value={value} name={name}>
      <HexText value={value} />
    </Copyable>
  )
}
