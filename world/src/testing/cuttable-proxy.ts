import { connect, createServer, type Server, type Socket } from 'node:net'

export type CuttableProxy = AsyncDisposable & {
  /** Address of the server behind the proxy. */
  url: string
  /** Cuts every connection and accepts no new one, as if the server were killed. */
  cut: () => Promise<void>
  /** Accepts connections again, at the same address. */
  restore: () => Promise<void>
}

/** A proxy between a browser and a server that can be cut and restored. */
export async function startCuttableProxy(serverUrl: string): Promise<CuttableProxy> {
  const serverPort = Number(new URL(serverUrl).port)
  const open = new Set<Socket>()
  const keep = (socket: Socket, other: Socket): void => {
    open.add(socket)
    // The event `close` follows every error.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      other.destroy()
    })
  }
  let listener: Server | null = null
  let port = 0
  const restore = async (): Promise<void> => {
    listener = createServer((browser) => {
      const server = connect(serverPort, '127.0.0.1')
      keep(browser, server)
      keep(server, browser)
      browser.pipe(server).pipe(browser)
    })
    const { promise, resolve } = Promise.withResolvers<void>()
    listener.listen(port, '127.0.0.1', resolve)
    await promise
    const address = listener.address()
    port = address && typeof address === 'object' ? address.port : 0
  }
  const cut = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (listener) listener.close(() => resolve())
    else resolve()
    listener = null
    for (const socket of open) socket.destroy()
    await promise
  }
  await restore()
  return { url: `http://127.0.0.1:${port}`, cut, restore, [Symbol.asyncDispose]: cut }
}
