/** What this machine can do at most with one page: bare HTTP that answers the same bytes. Takes their file and their encoding; prints its port. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const [path = '', encoding = ''] = process.argv.slice(2)
const bytes = readFileSync(path)
const headers = { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length, 'content-encoding': encoding }
const server = createServer((_request, answer) => answer.writeHead(200, headers).end(bytes))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
})
