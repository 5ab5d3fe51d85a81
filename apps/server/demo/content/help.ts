import { CONTACT } from './help/contact.ts'
import { DELIVERY } from './help/delivery.ts'
import { GUARANTEE } from './help/guarantee.ts'
import { START } from './help/start.ts'
import { TOPICS } from './help/topics.ts'

/** The help centre, group by group. The code of an article is the last part of its page's path. */
export const HELP = [START, GUARANTEE, DELIVERY, TOPICS, CONTACT].join('\n')
