import { testZoo, zoo } from '../zoo.ts'

testZoo(Object.keys(zoo), [100, 1_000])
