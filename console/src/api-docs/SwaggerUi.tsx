import { openApiDocument } from '@simdeck/contract/system.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { failureText } from '../session/api/failure.ts'
import { gatheredKey } from '../session/api/query.ts'
import { ErrorState } from '../ui/feedback/ErrorState.tsx'
import { Skeleton } from '../ui/feedback/Skeleton.tsx'
import { useText } from '../ui/words/text.ts'
import { themeInForce, useThemeStore } from '../ui/theme/theme-store.ts'
import { apiDocsText } from './api-docs-text.ts'
import css from './api-docs.module.css'
import { apiOrigin } from './curl-example.ts'
import { documentFor } from './document-for.ts'
import type { ApiDocument } from './document-for.ts'

async function loadDocument(openOnly: boolean): Promise<ApiDocument> {
  const response = await fetch('/openapi.json')
  if (!response.ok) throw new Error(`HTTP ${response.status}`)
  return documentFor((await response.json()) as ApiDocument, { openOnly, origin: apiOrigin() })
}

/** Shows the generated document in Swagger UI. Swagger UI is part of the console, so nothing is loaded from another server. */
export function SwaggerUi({ openOnly }: { openOnly: boolean }) {
  const t = useText(apiDocsText)
  const element = useRef<HTMLDivElement>(null)
  const dark = useThemeStore((state) => themeInForce(state) === 'dark')
  const loaded = useQuery({
    queryKey: gatheredKey(openApiDocument, openOnly),
    queryFn: async () => {
      const [spec, { default: SwaggerUIBundle }] = await Promise.all([
        loadDocument(openOnly),
        import('swagger-ui-dist/swagger-ui-es-bundle.js'),
        import('swagger-ui-dist/swagger-ui.css'),
      ])
      return { spec, SwaggerUIBundle }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  useEffect(() => {
    if (!loaded.data || !element.current) return
    const { spec, SwaggerUIBundle } = loaded.data
    SwaggerUIBundle({
      domNode: element.current,
      spec,
      docExpansion: 'list',
      defaultModelsExpandDepth: -1,
      deepLinking: false,
      filter: true,
      persistAuthorization: false,
      validatorUrl: null,
    })
  }, [loaded.data])
  useEffect(() => {
    document.documentElement.classList.toggle('dark-mode', dark)
    return () => document.documentElement.classList.remove('dark-mode')
  }, [dark])
  if (loaded.isError) return <ErrorState message={failureText(loaded.error)} onRetry={() => void loaded.refetch()} />
  return (
    <section aria-label={t.calls}>
      {!loaded.data && (
        <div className={css.loading} aria-busy="true" role="status" aria-label={t.loading}>
          <Skeleton width={420} />
          <Skeleton width={640} />
          <Skeleton width={560} />
        </div>
      )}
      <div ref={element} lang="en" className={css.swagger} />
    </section>
  )
}
