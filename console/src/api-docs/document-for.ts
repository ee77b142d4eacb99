interface Operation {
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
}
export interface ApiDocument {
  tags?: { name: string }[]
  servers?: object[]
  paths: Record<string, Record<string, Operation>>
}

interface ForPage {
  /** Leaves out what an API ID cannot call. */
  openOnly: boolean
  /** Takes the place of `$SIMDECK` in the examples. */
  origin: string
}

/** A call that an API ID can make, or that gives it its token. */
const isOpen = ({ security = [] }: Operation): boolean => security.some((one) => 'apiId' in one || 'apiIdAndSecret' in one)

/** The document as a page shows it: its examples ask this server, and on the page for other systems only what they can call is there. */
export function documentFor(document: ApiDocument, { openOnly, origin }: ForPage): ApiDocument {
  const tags = new Set<string>()
  const paths: ApiDocument['paths'] = {}
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (openOnly && !isOpen(operation)) continue
      for (const tag of operation.tags ?? []) tags.add(tag)
      const description = operation.description?.replaceAll('$SIMDECK', origin)
      paths[path] = { ...paths[path], [method]: { ...operation, ...(description !== undefined && { description }) } }
    }
  }
  // There is one server, this one: a choice of it would only be in the way.
  const { servers: _, ...rest } = document
  return { ...rest, paths, ...(document.tags && { tags: document.tags.filter(({ name }) => tags.has(name)) }) }
}
