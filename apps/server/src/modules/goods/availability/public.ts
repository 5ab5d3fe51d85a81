/** Who may buy which goods, as clerks keep it. Whether one may: packages/domain/src/eligibility.ts. */
export { addAvailability, ruleToBuy } from './service.ts'
