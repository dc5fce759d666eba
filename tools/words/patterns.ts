/** A wording to avoid, and what to write instead. */
export interface Wording {
  /** Matched without regard to case; a space matches any white space. */
  avoid: string
  write: string
  /** Only comments and strings of code: headings of documents may begin with "What". */
  codeOnly?: boolean
}

/** The wordings to avoid. Each needs a better term, never a synonym that evades the pattern. */
export const WORDINGS: readonly Wording[] = [
  {
    avoid: String.raw`(?<=^|[.:;] )(what|who|whoever|whatever)(?= [^?]*$)`,
    write: 'the noun: "a buffered request", "the caller", "the operator"',
    codeOnly: true,
  },
  {
    avoid: String.raw`\b(to|for|of|by|from|with|than) who\b|\bwhoever\b|\bwho asks?\b`,
    write: 'the noun: "the caller", "the operator"',
  },
  { avoid: String.raw`\bso (many|few|long|much)\b|(?<=^|\. )so far\b`, write: '"Maximum …"' },
  {
    avoid: String.raw`\b(is|are|was|were|be) (away|at hand)\b|\bat hand\b`,
    write: '"is unavailable", "cached"',
  },
  { avoid: String.raw`\b(is|are|was|were) there\b(?! (a|an|any|no)\b)`, write: '"exists"' },
  {
    avoid: String.raw`(?<!\bthere )\b(is|are|was|were) no\b(?! (longer|more|less|later|older|newer)\b)`,
    write: '"is not a …"',
  },
  { avoid: String.raw`\bno other than\b`, write: '"has only"' },
  { avoid: String.raw`\b(comes|goes)\b`, write: '"arrives", "is removed", "is sent"' },
  {
    avoid: String.raw`\b(stands?|stood|lies?|lay) (for|in|on|at|against|under|there|beside|as)\b`,
    write: '"is", "is located", "means"',
  },
  { avoid: String.raw`\brefus(e|es|ed|ing|als?)\b`, write: '"reject", "error"' },
  { avoid: String.raw`\bplaces?\b`, write: '"path", "index", "position", "slot"' },
  { avoid: String.raw`\bquestions?\b`, write: '"request", "query"' },
  { avoid: String.raw`\banswer(s|ed|ing)?\b`, write: '"response", "respond", "return"' },
  { avoid: String.raw`\b(a|is|be|as|no) text\b(?!/)|\btexts\b`, write: '"string", "message"' },
  { avoid: String.raw`\bwhole\b|\bwholly\b`, write: '"complete", "buffered", "entire"' },
  { avoid: String.raw`\bodd\b`, write: '"malformed", "unexpected"' },
  { avoid: String.raw`\bunsound\b`, write: '"invalid Unicode"' },
  { avoid: String.raw`\bfigures?\b`, write: '"metric", "number"' },
  { avoid: String.raw`\bpieces?\b`, write: '"chunk", "part"' },
  { avoid: String.raw`\bstrangers?\b`, write: '"anonymous caller"' },
  { avoid: String.raw`\bof anybody\b`, write: '"any"' },
  {
    avoid: String.raw`\b(in|its|their|his|of|by|take|takes|have|another) turns?\b`,
    write: '"version", "queue"',
  },
  {
    avoid: String.raw`\b(says|tells|asks|believes|owns up)\b|\b(is|are|was|were|be) (told|asked)\b`,
    write: '"returns", "reports", "queries", "accepts", "contains"',
  },
  {
    avoid: String.raw`\b(too|also|even|still|then)(?=[.;!?]?$|[.;!?] )`,
    write: 'nothing: leave it out',
  },
  { avoid: String.raw`\banew\b`, write: '"again"' },
  { avoid: String.raw`\bbeside\b`, write: '"next to", "in addition to"' },
  { avoid: String.raw`\bmeanwhile\b|\bin between\b`, write: '"in the meantime"' },
  { avoid: String.raw`\bfurther\b`, write: '"more", "additional"' },
  { avoid: String.raw`\bby itself\b`, write: '"alone"' },
  { avoid: String.raw`\b(holds?|held|holding) against\b`, write: '"compare with", "validate"' },
  { avoid: String.raw`\b(made|makes?) out to\b`, write: '"issued to"' },
  { avoid: String.raw`\bbears?\b`, write: '"carry"' },
  { avoid: String.raw`\bthe programs? before\b`, write: '"the previous system"' },
  { avoid: String.raw`\b(longest|largest|furthest)\b`, write: '"maximum"' },
  {
    avoid: String.raw`\bof a hundred\b|\bhalf the\b|\ba (third|quarter|fifth|tenth) of\b`,
    write: 'a percentage',
  },
]

/** Phrases in which a wording above is good English or a term of a protocol. */
export const EXCEPTIONS: readonly string[] = [
  'connection refused',
  'refused connection',
  'in place',
  'take place',
  'takes place',
  'took place',
  'placed',
  // Values of the metric label `outcome`, in alert rules and documents.
  'outcome=~?"[a-z|-]+"',
  '`(answered|refused)`',
  // A file name.
  'problem-texts',
  // A media type.
  'is text/plain',
  // An error of undo that clients compare.
  'later changes touch the same places',
]
