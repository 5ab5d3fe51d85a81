/** The stand-in of S3 as a process that can be killed: node s3-process.ts FOLDER PORT; says its address once it listens. */
import { openS3 } from './s3.ts'

const [folder = '', port = '0'] = process.argv.slice(2)
process.stdout.write(`${(await openS3(folder, { port: Number(port) })).url}\n`)
