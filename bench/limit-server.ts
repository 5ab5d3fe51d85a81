/**
 * What this machine can do at most: bare Fastify answering one prepared select of 40 rows. Every figure of the shop's
 * lists is given as a share of this, measured in the same run. Started by bench/run.ts with DATABASE_URL; prints its port.
 */
import Fastify from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 20 })
const app = Fastify()
const SELECT = `select g.id, g.name, m.name as manufacturer, g.spec, g.unit, g.base_price, g.mid_pack, g.case_pack, g.approval_no,
                       g.dosage_form, g.drug_class, g.tags
                  from goods g left join manufacturer m on m.id = g.manufacturer_id where g.id > $1 order by g.id limit 40`
let start = 0
app.get('/', async () => {
  start = (start + 40) % 10_000
  const { rows } = await pool.query({ name: 'page', text: SELECT, values: [start] })
  return rows
})
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
