BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('noughts_2');
CREATE TABLE games (
	id TEXT NOT NULL, 
	series TEXT NOT NULL, 
	version INTEGER NOT NULL, 
	rules TEXT NOT NULL, 
	start TEXT NOT NULL, 
	moves TEXT NOT NULL, 
	undone TEXT NOT NULL, 
	x_name TEXT NOT NULL, 
	x_level TEXT NOT NULL, 
	o_name TEXT NOT NULL, 
	o_level TEXT NOT NULL, 
	linked BOOLEAN NOT NULL, 
	offer TEXT NOT NULL, 
	offered_by TEXT NOT NULL, 
	next TEXT NOT NULL, 
	score_x INTEGER NOT NULL, 
	score_o INTEGER NOT NULL, 
	score_drawn INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	updated BIGINT NOT NULL, 
	result TEXT NOT NULL, 
	search TEXT NOT NULL, refused TEXT DEFAULT '' NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "games" VALUES('alone','alone',3,'3,3,3','','4 0','','You','','Computer','perfect',0,'','','',0,0,0,1700000000000,1700000002000,'','you computer 3,3,3 3,3,3 tictactoe 3 × 3, three in a row perfect','');
INSERT INTO "games" VALUES('column','column',4,'7,6,4 gravity','','38 31 24','','Ada','','Grace','',0,'','','',0,0,0,1700000003000,1700000006000,'','ada grace 7,6,4 gravity 7,6,4 gravity connect four 7 × 6, four in a row, stones fall','');
INSERT INTO "games" VALUES('linked','linked',6,'3,3,3','','0 4 1 3','','Ada','','Grace','',1,'takeback','x','',0,0,0,1700000007000,1700000012000,'','ada grace 3,3,3 3,3,3 tictactoe 3 × 3, three in a row','');
INSERT INTO "games" VALUES('won','won',6,'3,3,3','','0 4 1 3 2','','Ada','','Grace','',1,'','','',1,0,2,1700000013000,1700000018000,'x','ada grace 3,3,3 3,3,3 tictactoe 3 × 3, three in a row','');
INSERT INTO "games" VALUES('declined','declined',4,'3,3,3','','0','','Ada','','Grace','',1,'','x','',0,0,0,1700000019000,1700000022000,'','ada grace 3,3,3 3,3,3 tictactoe 3 × 3, three in a row','takeback');
INSERT INTO "games" VALUES('open','open',1,'3,3,3','','','','Ada','','','',1,'','','',0,0,0,1700000023000,1700000023000,'','ada  3,3,3 3,3,3 tictactoe 3 × 3, three in a row','');
CREATE TABLE keys (
	hash TEXT NOT NULL, 
	game TEXT NOT NULL, 
	role TEXT NOT NULL, 
	PRIMARY KEY (hash, game, role), 
	CONSTRAINT keys_role CHECK (role IN ('x', 'o', 'own', 'watch')), 
	FOREIGN KEY(game) REFERENCES games (id) ON DELETE CASCADE
);
INSERT INTO "keys" VALUES('me','alone','own');
INSERT INTO "keys" VALUES('me','column','own');
INSERT INTO "keys" VALUES('ada','linked','x');
INSERT INTO "keys" VALUES('grace','linked','o');
INSERT INTO "keys" VALUES('link','linked','o');
INSERT INTO "keys" VALUES('mary','linked','watch');
INSERT INTO "keys" VALUES('ada','won','x');
INSERT INTO "keys" VALUES('grace','won','o');
INSERT INTO "keys" VALUES('ada','declined','x');
INSERT INTO "keys" VALUES('grace','declined','o');
INSERT INTO "keys" VALUES('ada','open','x');
INSERT INTO "keys" VALUES('invitation','open','o');
CREATE INDEX keys_game ON keys (game);
COMMIT;
