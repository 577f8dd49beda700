// Holds the database named by its argument as a program does that writes for a long time, until its input ends.
import { writeSync } from 'node:fs'
import Database from 'better-sqlite3'

const db = new Database(process.argv[2] ?? '')
db.exec('BEGIN IMMEDIATE')
writeSync(1, 'held\n')
process.stdin.resume().on('end', () => db.close())
