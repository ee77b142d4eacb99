import type { MailTemplateName } from '@simdeck/contract/mail-templates.ts'
import { QueryContent } from '../../QueryContent.tsx'
import { useTemplates } from '../mail-query.ts'
import { TemplateEditor } from './TemplateEditor.tsx'

/** Editors of the named templates. */
export function Templates({ names }: { names: readonly MailTemplateName[] }) {
  return (
    <QueryContent query={useTemplates()}>
      {(templates) =>
        templates
          .filter(({ name }) => names.includes(name))
          .toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name))
          .map((template) => <TemplateEditor key={template.name} template={template} />)
      }
    </QueryContent>
  )
}
