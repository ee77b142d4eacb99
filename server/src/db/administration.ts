import pg from 'pg'

async function administer(serverUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

export function createDatabase(serverUrl: string, name: string, template?: string): Promise<void> {
  return administer(serverUrl, `create database ${quoted(name)}${template ? ` template ${quoted(template)}` : ''}`)
}

export function dropDatabase(serverUrl: string, name: string): Promise<void> {
  return administer(serverUrl, `drop database if exists ${quoted(name)} with (force)`)
}
