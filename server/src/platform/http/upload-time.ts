import type { FastifyInstance } from 'fastify'

const completeMs = 30_000
const idleMs = 60_000

/**
 * Ends connections with incomplete requests. A request must be complete within half a minute; a streamed file may take longer as long as
 * octets arrive.
 */
export function limitUploadTime(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { raw, routeOptions } = request
    done()
    const isStreamed = 'streamed' in routeOptions.config && routeOptions.config.streamed === true
    let lastBytesRead = raw.socket.bytesRead
    const check = () => {
      if (raw.complete) return stop()
      // While the server does not read, the client cannot send.
      const isActive = isStreamed && (raw.isPaused() || raw.socket.bytesRead > lastBytesRead)
      if (!isActive) return void raw.socket.destroy()
      lastBytesRead = raw.socket.bytesRead
      timer = setTimeout(check, limitMs)
    }
    const limitMs = isStreamed ? idleMs : completeMs
    let timer = setTimeout(check, limitMs)
    const stop = () => clearTimeout(timer)
    raw.once('end', stop)
    raw.once('close', stop)
  })
}
