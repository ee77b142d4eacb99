import { themeNames } from '@simdeck/contract/settings.ts'
import type { ThemeName } from '@simdeck/contract/settings.ts'
import clsx from 'clsx'
import { useText } from '../../ui/words/text.ts'
import { themeText } from '../settings-text.ts'
import css from './themes.module.css'

/** Choice of the fourteen themes, each shown as a miniature screen in its colours. */
export function ThemeChoice({ value, onChange }: { value: ThemeName; onChange: (theme: ThemeName) => void }) {
  const t = useText(themeText)
  return (
    <div className={css.themes} role="radiogroup" aria-label={t.theme}>
      {themeNames.map((name) => (
        <label key={name} className={css.theme}>
          <Miniature theme={name} />
          <span className={css.choice}>
            <input type="radio" name="theme" value={name} checked={name === value} onChange={() => onChange(name)} />
            {t[name]}
          </span>
        </label>
      ))}
    </div>
  )
}

function Miniature({ theme }: { theme: ThemeName }) {
  return (
    <span className={css.miniature} data-theme={theme} aria-hidden="true">
      <span className={css.head}>
        <i className={css.mark} />
        <i className={clsx(css.tab, css.on)} />
        <i className={css.tab} />
        <i className={css.tab} />
      </span>
      <span className={css.body}>
        <span className={css.title}>
          <i className={css.heading} />
          <i className={css.button} />
        </span>
        <span className={css.row}>
          <i className={css.box} />
          <i className={css.line1} />
          <i className={clsx(css.dot, css.online)} />
        </span>
        <span className={clsx(css.row, css.selected)}>
          <i className={clsx(css.box, css.ticked)} />
          <i className={css.line2} />
          <i className={clsx(css.dot, css.started)} />
        </span>
        <span className={css.row}>
          <i className={css.box} />
          <i className={css.line3} />
          <i className={clsx(css.dot, css.failed)} />
        </span>
      </span>
    </span>
  )
}
