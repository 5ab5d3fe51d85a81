import buildValidators from '@fastify/ajv-compiler'
import buildSerializers from '@fastify/fast-json-stringify-compiler'
import type { FastifyServerOptions } from 'fastify'

type SchemaController = NonNullable<FastifyServerOptions['schemaController']>
type BuildSerializer = ReturnType<typeof buildSerializers>
type Serializer = ReturnType<ReturnType<BuildSerializer>>

const serializers = new WeakMap<object, Serializer>()

/**
 * What checks requests and writes answers, compiled once for each schema of the contract however many applications a process
 * builds: the shop is one, tests build a hundred, and each would spend a second on it. No schema of the contract has a name that
 * another refers to, so that a schema alone says what is compiled.
 */
export const SCHEMA_COMPILERS: SchemaController = {
  compilersFactory: {
    buildValidator: buildValidators(),
    buildSerializer: (external, options) => {
      const compile = buildSerializers()(external, options)
      return (route) => {
        const schema = route.schema as object
        const known = serializers.get(schema)
        if (known) return known
        const made = compile(route)
        serializers.set(schema, made)
        return made
      }
    },
  },
}
