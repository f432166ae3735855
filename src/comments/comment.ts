/** A person or an API key, with its name. */
export interface Named {
  id: string;
  name: string;
}

/** A comment on a key, with names of persons as they are now. */
export interface Comment {
  id: string;
  projectId: string;
  keyId: string;
  threadId: string;
  language: string | null;
  text: string;
  mentions: Named[];
  person: Named | null;
  apiKey: Named | null;
  createdAt: Date;
  editedAt: Date | null;
  isDeleted: boolean;
  /** When the discussion was resolved; null: it is open. */
  resolvedAt: Date | null;
}

/** A comment to write. */
export interface NewComment {
  text: string;
  /** Default: it is about the key. */
  language?: string;
  /** A comment of the discussion that it belongs to. Default: it begins a discussion. */
  replyTo?: string;
}

/** Changes of a comment. */
export interface CommentChange {
  text?: string;
  /** Whether the discussion is resolved. */
  resolved?: boolean;
}
