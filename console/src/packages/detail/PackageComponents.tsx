import type { OtaPackage } from '@simdeck/contract/packages.ts'
import { isPlatformPackage } from '@simdeck/protocol/cap/platform-packages.ts'
import { Facts, Section } from '../../ui/frame/Page.tsx'
import { formatNumber } from '../../ui/words/numbers.ts'
import { useText } from '../../ui/words/text.ts'
import type { Translations } from '../../ui/words/text.ts'
import css from '../packages.module.css'
import { packageDetailText } from './detail-text.ts'
import { importOf } from './import-names.ts'

/** Requirements of a package on the card: memory, other packages, optional types. */
export function PackageNeeds({ of }: { of: OtaPackage }) {
  const t = useText(packageDetailText)
  const others = of.imports.map(importOf).filter(({ aid, version }) => !isPlatformPackage({ aid, major: Number(version.split('.')[0]) }))
  return (
    <Section title={t.needs}>
      <Facts
        facts={[
          { name: t.memory, value: t.memoryOf(formatNumber(of.memoryNeeded)) },
          { name: t.otherPackages, value: others.length === 0 ? t.platformOnly : t.otherCount(formatNumber(others.length)) },
          ...(of.contents ? [{ name: t.int, value: of.contents.usesInt ? t.intNeeded : t.intNot }] : []),
        ]}
      />
    </Section>
  )
}

/** Name of a component in words, or as it is if it has none. */
export function componentName(name: string, t: Translations<typeof packageDetailText>): string {
  const words = name in t ? t[name as 'Header'] : name
  return typeof words === 'string' ? words : name
}

/** Components of the CAP file with their sizes. */
export function PackageComponents({ of }: { of: OtaPackage }) {
  const t = useText(packageDetailText)
  const { contents } = of
  if (!contents)
    return (
      <Section title={t.components}>
        <p className={css.grey}>{t.unreadable}</p>
      </Section>
    )
  return (
    <Section title={t.components} note={[t.componentsNote(contents.format), ...(contents.exports ? [t.exports] : [])].join(' · ')}>
      <table className={css.sizes}>
        <thead>
          <tr>
            <th scope="col">{t.component}</th>
            <th scope="col" className={css.number}>
              {t.componentBytes}
            </th>
          </tr>
        </thead>
        <tbody>
          {contents.components.map(({ name, bytes, loaded }) => (
            <tr key={name}>
              <th scope="row">
                {componentName(name, t)} {!loaded && <span className={css.grey}>{t.notLoaded}</span>}
              </th>
              <td className={css.number}>{formatNumber(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
