import { campaignGuide } from '@simdeck/contract/campaign-guide.ts'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { LanguageSwitch } from '../frame/UserMenu.tsx'
import { LogoMark } from '../frame/Logo.tsx'
import { useApplication } from '../ui/frame/application.ts'
import { CodeBlock } from '../ui/value/CodeBlock.tsx'
import { Copyright } from '../frame/Frame.tsx'
import { useLanguage } from '../ui/words/language.ts'
import { useText } from '../ui/words/text.ts'
import { apiDocsText } from './api-docs-text.ts'
import css from './api-docs.module.css'
import { apiOrigin, curlExample } from './curl-example.ts'
import { SwaggerUi } from './SwaggerUi.tsx'

/** Documentation of all API calls. */
export function ApiDocsPage() {
  const t = useText(apiDocsText)
  return <Docs title={t.all} introduction={t.allWords} openOnly={false} />
}

/** Documentation of the calls that another system can make with an API ID. */
export function OpenApiDocsPage() {
  const t = useText(apiDocsText)
  return <Docs title={t.open} introduction={t.openWords} openOnly />
}

function Docs({ title, introduction, openOnly }: { title: string; introduction: string; openOnly: boolean }) {
  const t = useText(apiDocsText)
  const language = useLanguage()
  const { name, logoUrl } = useApplication()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
  return (
    <div className={css.page}>
      <header className={css.header}>
        <Link className={css.brand} to="/">
          {logoUrl ? <img src={logoUrl} alt="" /> : <LogoMark />}
          <span>{name}</span>
        </Link>
        <span className={css.headerEnd}>
          <Link to="/">{t.back}</Link>
          <LanguageSwitch />
        </span>
      </header>
      <main className={css.main} id="main">
        <h1>{title}</h1>
        <p className={css.words}>{introduction}</p>
        <nav className={css.other} aria-label={t.other}>
          {openOnly ? <Link to="/apidocs">{t.all}</Link> : <Link to="/openapi-docs">{t.open}</Link>}
          <a href="/openapi.json">openapi.json</a>
        </nav>
        <section className={css.start}>
          <h2>{t.start}</h2>
          <ol>
            <li>{t.stepId}</li>
            <li>{t.stepToken}</li>
            <li>{t.stepLimits}</li>
          </ol>
          <CodeBlock label={t.start} code={curlExample()} />
        </section>
        <section className={css.start}>
          <h2>{t.guide}</h2>
          <p className={css.words}>{t.guideWords}</p>
          <ol>
            {campaignGuide.map(({ words, command }) => (
              <li key={command}>
                {words[language]}
                <CodeBlock label={words[language]} code={command.replaceAll('$SIMDECK', apiOrigin())} />
              </li>
            ))}
          </ol>
        </section>
        <SwaggerUi openOnly={openOnly} />
      </main>
      <footer className={css.footer}>
        <Copyright />
      </footer>
    </div>
  )
}
