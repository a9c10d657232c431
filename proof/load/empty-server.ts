import { createServer } from 'node:http'

// Answers every request as the site answers a beacon, and does nothing else.
createServer((request, response) => {
  request.resume()
  response.writeHead(204, { 'Cache-Control': 'no-store' }).end()
}).listen(Number(process.argv[2]), 'localhost')
